import { setTimeout as sleep } from 'node:timers/promises';
import { scaled } from '../support/figures';
import { answersLate } from '../support/responders';
import type { Plug } from './plug';

/** Restarts PostgreSQL under load, in odd rounds like a crash, in even rounds like an operator. */
export const postgresRestarted: Plug = async (stage) => {
  const restarts = scaled(6, 1);
  stage.receiver.respond = answersLate(100);
  const worker = await stage.worker();
  stage.writer.begin(20);
  let inFlight = 0;
  for (let restart = 1; restart <= restarts; restart += 1) {
    await sleep(scaled(5_000, 1_500));
    // A busy machine may have committed nothing yet.
    while ((await stage.verdict.events()) === 0) await sleep(50);
    const pulled = Date.now();
    const leased = (await stage.verdict.leases()).map(({ deliveryId }) => deliveryId);
    await stage.servers.restartPostgres(restart % 2 === 1 ? 'SIGQUIT' : 'SIGINT');
    // A delivery that was claimed between the query and the restart is received while the database is down.
    inFlight += new Set([...leased, ...stage.verdict.deliveriesSince(pulled)]).size;
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
