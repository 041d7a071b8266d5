import { scaled } from '../support/figures';
import { answersLate } from '../support/responders';
import type { Plug } from './plug';

/** FLUSHALL with a thousand pending deliveries and a busy worker. */
export const redisFlushed: Plug = async (stage) => {
  const waiting = scaled(1_000, 100);
  stage.receiver.respond = answersLate(scaled(4_000, 1_000));
  await stage.worker();
  // The worker delivers during the writes, so the loop depends on the number of pending deliveries.
  while ((await stage.verdict.pending()) < waiting) await stage.writer.write(100);
  const pending = await stage.verdict.pending();
  const inFlight = (await stage.verdict.leases()).length;
  await stage.servers.flushRedis();
  stage.receiver.respond = answersLate(10);
  const seconds = (await stage.verdict.settled()) / 1000;
  return {
    inFlight,
    figures: { pending_at_flush: pending, recovery_seconds: seconds },
    targets: { recovery_seconds: 60 },
  };
};
