import { setTimeout as sleep } from 'node:timers/promises';
import { scaled } from '../support/figures';
import { answersLate, HeldAnswers } from '../support/responders';
import type { Lease } from '../support/verdict';
import type { Plug } from './plug';

/**
 * SIGKILL of the only worker, again and again, each time with deliveries under way: the receiver keeps a call waiting for
 * its answer until the worker is dead. What else it has in hand is anywhere in an attempt: claiming, connecting, waiting
 * for the answer, writing it down.
 * @throws when a kill has interrupted nothing
 */
export const workerKilled: Plug = async (stage) => {
  const kills = scaled(100, 1);
  stage.writer.begin(3);
  const died: { readonly lease: Lease; readonly at: number }[] = [];
  const known = new Set<string>();
  for (let kill = 1; kill <= kills; kill += 1) {
    stage.receiver.respond = answersLate(200);
    const worker = await stage.start('worker');
    // Not always in its first attempts: those are of what died before, and the same few would die again and again.
    await sleep(Math.random() * scaled(2_000, 500));
    const answers = new HeldAnswers();
    stage.receiver.respond = answers.respond;
    const interrupted = await answers.first();
    await sleep(Math.random() * 250);
    // Every other time some write their answer down, or are about to.
    if (kill % 2 === 0) answers.answerOthers();
    await worker.kill();
    const at = Date.now();
    const leases = (await stage.verdict.leases()).filter(({ token }) => !known.has(token));
    if (!leases.some(({ deliveryId }) => deliveryId === interrupted)) {
      throw new Error(`Kill ${kill} has interrupted nothing: the attempt of delivery ${interrupted} had ended`);
    }
    for (const lease of leases) {
      known.add(lease.token);
      died.push({ lease, at });
    }
  }
  stage.receiver.respond = answersLate(200);
  await stage.writer.stop();
  await stage.start('worker');
  await stage.verdict.settled();
  const recoveries = died.flatMap(({ lease, at }) => {
    const again = stage.verdict.receivedAgain(lease.deliveryId, at) ?? Infinity;
    // One that died again before it was received counts from its last death.
    const isTold = died.some(
      (other) => other.lease.deliveryId === lease.deliveryId && other.at > at && other.at < again,
    );
    return isTold ? [] : [(again - at) / 1000];
  });
  return {
    inFlight: died.length,
    figures: { kills, interrupted: died.length, recovery_seconds: Math.max(0, ...recoveries) },
    targets: { recovery_seconds: 35 },
  };
};
