import { setTimeout as sleep } from 'node:timers/promises';
import { scaled } from '../support/figures';
import { answersLate, HeldAnswers } from '../support/responders';
import type { Lease } from '../support/verdict';
import type { Plug } from './plug';

/**
 * SIGKILL of the only worker, repeatedly, with deliveries in progress. The receiver delays its response until the
 * worker has ended. Other attempts are in any phase: claim, connection, response or save.
 * @throws Error if a kill interrupted no attempt
 */
export const workerKilled: Plug = async (stage) => {
  const kills = scaled(100, 1);
  stage.writer.begin(3);
  const died: { readonly lease: Lease; readonly at: number }[] = [];
  const known = new Set<string>();
  for (let kill = 1; kill <= kills; kill += 1) {
    stage.receiver.respond = answersLate(200);
    const worker = await stage.start('worker');
    // Waits, because the first attempts of a worker are those that died before. The same few would die again.
    await sleep(Math.random() * scaled(2_000, 500));
    const answers = new HeldAnswers();
    stage.receiver.respond = answers.respond;
    const interrupted = await answers.first();
    await sleep(Math.random() * 250);
    // In even rounds some attempts are about to save their response.
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
    // A delivery that was interrupted again before its receipt counts from its last interruption.
    const isPublished = died.some(
      (other) => other.lease.deliveryId === lease.deliveryId && other.at > at && other.at < again,
    );
    return isPublished ? [] : [(again - at) / 1000];
  });
  return {
    inFlight: died.length,
    figures: { kills, interrupted: died.length, recovery_seconds: Math.max(0, ...recoveries) },
    targets: { recovery_seconds: 35 },
  };
};
