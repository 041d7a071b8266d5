import { setTimeout as sleep } from 'node:timers/promises';
import { scaled } from '../support/figures';
import { answersLate } from '../support/responders';
import type { Plug } from './plug';

/** PostgreSQL is restarted under load: as an operator does, and, every other time, as a crash does. */
export const postgresRestarted: Plug = async (stage) => {
  const restarts = scaled(6, 2);
  stage.receiver.respond = answersLate(100);
  const worker = await stage.start('worker');
  stage.writer.begin(20);
  let inFlight = 0;
  for (let restart = 1; restart <= restarts; restart += 1) {
    await sleep(scaled(5_000, 1_500));
    inFlight += (await stage.verdict.leases()).length;
    await stage.servers.restartPostgres(restart % 2 === 1 ? 'SIGINT' : 'SIGQUIT');
  }
  await stage.writer.stop();
  await stage.verdict.settled();
  if (!worker.isRunning) throw new Error('The worker did not outlive PostgreSQL');
  return {
    inFlight,
    figures: { restarts, refused_writes: stage.writer.failures, slowest_seconds: await stage.verdict.slowest() },
    targets: { slowest_seconds: 60 },
  };
};
