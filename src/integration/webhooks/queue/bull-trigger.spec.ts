import type { Queue } from 'bull';
import type { TenantId } from '../../../common/records/ids';
import type { Candidate } from './bull-queues';
import { BullTrigger, type Places } from './bull-trigger';
import type { DeliveryRef, Lane, Offer } from '../delivery/delivery-trigger';

const offer = (deliveryId: number, lane: Lane = 'prompt'): Offer => ({
  ref: { tenantId: 't' as TenantId, subscriptionId: 1, deliveryId },
  lane,
});

/** A queue whose replies the test controls. */
class Lines {
  readonly added: unknown[] = [];
  readonly client = { status: 'ready' };
  answer: () => Promise<void> = () => Promise.resolve();

  on(): this {
    return this;
  }

  async addBulk(jobs: readonly { opts: { jobId?: string } }[]): Promise<void> {
    this.added.push(...jobs.map(({ opts }) => opts.jobId));
    await this.answer();
  }
}

/** Places without a limit. */
const everybody: Places = {
  admit: <C extends Candidate>(candidates: readonly C[]) => Promise.resolve([...candidates]),
  leave: () => Promise.resolve(),
  takeNote: () => Promise.resolve(true),
};

function triggerOver(prompt: Lines, patient = new Lines(), places = everybody): BullTrigger {
  const queue = (lines: Lines): Queue<DeliveryRef> => lines as unknown as Queue<DeliveryRef>;
  return new BullTrigger({ prompt: queue(prompt), patient: queue(patient) }, { prompt: places, patient: places });
}

it('adds each offer to its lane under the delivery’s id', async () => {
  const [prompt, patient] = [new Lines(), new Lines()];
  expect(await triggerOver(prompt, patient).offer([offer(1), offer(2, 'patient'), offer(3)])).toBe(true);
  expect([prompt.added, patient.added]).toEqual([['t.1', 't.3'], ['t.2']]);
});

it('adds a renewed offer under a new id, because the earlier job may still use the old one', async () => {
  const prompt = new Lines();
  await triggerOver(prompt).offer([offer(1), { ...offer(1), isRenewed: true }]);
  expect(prompt.added).toEqual(['t.1', expect.stringMatching(/^t\.1\..{36}$/)]);
});

it('adds only the deliveries that the quota admits, and accepts the others too: a worker adds them later', async () => {
  const prompt = new Lines();
  const one: Places = { ...everybody, admit: (candidates) => Promise.resolve(candidates.slice(0, 1)) };
  expect(await triggerOver(prompt, new Lines(), one).offer([offer(1), offer(2)])).toBe(true);
  expect(prompt.added).toEqual(['t.1']);
});

it('reports no waiting deliveries while Redis is unavailable', async () => {
  const prompt = new Lines();
  const trigger = triggerOver(prompt);
  expect(await trigger.hasMore(offer(1).ref.tenantId, 'prompt')).toBe(true);
  prompt.client.status = 'reconnecting';
  expect(await trigger.hasMore(offer(1).ref.tenantId, 'prompt')).toBe(false);
});

it('declines offers without a connection and when Redis rejects the command', async () => {
  const prompt = new Lines();
  const trigger = triggerOver(prompt);
  prompt.client.status = 'reconnecting';
  expect(await trigger.offer([offer(1)])).toBe(false);
  expect(prompt.added).toEqual([]);
  prompt.client.status = 'ready';
  prompt.answer = () => Promise.reject(new Error('OOM command not allowed'));
  expect(await trigger.offer([offer(1)])).toBe(false);
});

it('waits once for a silent Redis, and sends it no more commands until it has replied', async () => {
  const prompt = new Lines();
  const trigger = triggerOver(prompt);
  let answer = (): void => undefined;
  prompt.answer = () => new Promise((resolve) => (answer = resolve));
  expect(await trigger.offer([offer(1)])).toBe(false);
  expect(await trigger.offer([offer(2)])).toBe(false);
  expect(prompt.added).toEqual(['t.1']);
  answer();
  await new Promise(setImmediate);
  prompt.answer = () => Promise.resolve();
  expect(await trigger.offer([offer(3)])).toBe(true);
  expect(prompt.added).toEqual(['t.1', 't.3']);
});
