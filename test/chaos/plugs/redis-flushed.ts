import { scaled } from '../support/figures';
import { answersLate } from '../support/responders';
import type { Plug } from './plug';

/** FLUSHALL with a thousand deliveries waiting and a worker in the middle of them. */
export const redisFlushed: Plug = async (stage) => {
  const waiting = scaled(1_000, 200);
  stage.receiver.respond = answersLate(1_000);
  await stage.start('worker');
  await stage.writer.write(Math.ceil(waiting * 1.3));
  const pending = await stage.verdict.pending();
  const inFlight = (await stage.verdict.leases()).length;
  await stage.servers.flushRedis();
  stage.receiver.respond = answersLate(10);
  const seconds = (await stage.verdict.settled()) / 1000;
  return {
    inFlight,
    figures: { pending_at_flush: pending, missing_at_flush: Math.max(0, waiting - pending), recovery_seconds: seconds },
    targets: { missing_at_flush: 0, recovery_seconds: 60 },
  };
};
