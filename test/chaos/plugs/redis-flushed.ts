import { IS_SHORT, scaled } from '../support/figures';
import { answersLate, HeldAnswers } from '../support/responders';
import type { Plug } from './plug';

/**
 * FLUSHALL with a thousand pending deliveries and a busy worker. In the short form no delivery gets a response before it,
 * because a busy machine may write no faster than it delivers.
 */
export const redisFlushed: Plug = async (stage) => {
  const waiting = scaled(1_000, 100);
  const answers = new HeldAnswers();
  stage.receiver.respond = IS_SHORT ? answers.respond : answersLate(4_000);
  await stage.worker();
  // The worker delivers during the writes, so the loop depends on the number of pending deliveries.
  while ((await stage.verdict.pending()) < waiting) await stage.writer.write(100);
  const pending = await stage.verdict.pending();
  const inFlight = (await stage.verdict.leases()).length;
  await stage.servers.flushRedis();
  stage.receiver.respond = answersLate(10);
  answers.answerAll();
  const seconds = (await stage.verdict.settled()) / 1000;
  return {
    inFlight,
    figures: { pending_at_flush: pending, recovery_seconds: seconds },
    targets: { recovery_seconds: 60 },
  };
};
