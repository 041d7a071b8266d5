import type { TenantId } from '../../../common/records/ids';
import type { DeliveryRef, Lane, Offer } from '../delivery/delivery-trigger';
import { LocalLanes } from './local-lanes';

const refOf = (deliveryId: number, tenant = 'a'): DeliveryRef => ({
  tenantId: tenant as TenantId,
  subscriptionId: 1,
  deliveryId,
});
const offer = (deliveryId: number, lane: Lane = 'prompt', tenant = 'a'): Offer => ({
  ref: refOf(deliveryId, tenant),
  lane,
});
const settle = (): Promise<void> => new Promise(setImmediate);

/** Lanes whose deliveries end when the test ends them. */
function lanesWith(concurrency: Record<Lane, number>) {
  const begun: number[] = [];
  const ends = new Map<number, () => void>();
  const deliver = ({ deliveryId }: DeliveryRef): Promise<void> => {
    begun.push(deliveryId);
    return new Promise((resolve) => ends.set(deliveryId, resolve));
  };
  const end = async (id: number): Promise<void> => {
    ends.get(id)?.();
    await settle();
  };
  const lanes = new LocalLanes(concurrency);
  lanes.open(deliver);
  return { lanes, deliver, begun, end };
}

it('runs at most half of a lane’s attempts for one tenant, in the order of arrival', async () => {
  const { lanes, begun, end } = lanesWith({ prompt: 4, patient: 1 });
  await lanes.offer([offer(1), offer(2), offer(3), offer(4)]);
  await settle();
  expect(begun).toEqual([1, 2]);
  await end(2);
  expect(begun).toEqual([1, 2, 3]);
});

it('starts deliveries of a second tenant at once, even if many of the first tenant wait', async () => {
  const { lanes, begun } = lanesWith({ prompt: 4, patient: 1 });
  await lanes.offer(Array.from({ length: 90 }, (_, index) => offer(index + 1)));
  await lanes.offer([offer(100, 'prompt', 'b')]);
  await settle();
  expect(begun).toEqual([1, 2, 100]);
});

it('serves tenants in turn', async () => {
  const { lanes, begun, end } = lanesWith({ prompt: 2, patient: 1 });
  await lanes.offer([offer(1), offer(2), offer(3)]);
  await lanes.offer([offer(11, 'prompt', 'b'), offer(12, 'prompt', 'b')]);
  await lanes.offer([offer(21, 'prompt', 'c')]);
  await settle();
  for (const id of [1, 11, 2, 12, 21, 3]) await end(id);
  expect(begun.indexOf(21)).toBeLessThan(begun.indexOf(3));
  expect([...begun].sort((one, next) => one - next)).toEqual([1, 2, 3, 11, 12, 21]);
});

it('does not block the prompt lane with deliveries that wait in the patient one', async () => {
  const { lanes, begun } = lanesWith({ prompt: 2, patient: 1 });
  await lanes.offer([offer(1, 'patient'), offer(2, 'patient'), offer(3)]);
  await settle();
  expect(begun).toEqual([1, 3]);
});

it('accepts a delivery again only after it has left its lane', async () => {
  const { lanes, begun, end } = lanesWith({ prompt: 1, patient: 1 });
  await lanes.offer([offer(1), offer(2)]);
  await lanes.offer([offer(1), offer(2)]);
  await settle();
  await end(1);
  await end(2);
  expect(begun).toEqual([1, 2]);
  await lanes.offer([offer(1)]);
  await settle();
  expect(begun).toEqual([1, 2, 1]);
});

it('accepts a delivery in the patient lane that is just leaving the prompt one', async () => {
  const { lanes, begun } = lanesWith({ prompt: 1, patient: 1 });
  await lanes.offer([offer(1), offer(1, 'patient')]);
  await settle();
  expect(begun).toEqual([1, 1]);
});

it('starts no delivery before the lanes open and none after they close', async () => {
  const { lanes, deliver, begun, end } = lanesWith({ prompt: 1, patient: 1 });
  await lanes.offer([offer(1), offer(2)]);
  await settle();
  lanes.close();
  await end(1);
  expect(await lanes.offer([offer(3)])).toBe(false);
  expect(begun).toEqual([1]);
  lanes.open(deliver);
  expect(await lanes.offer([offer(3)])).toBe(true);
  await settle();
  expect(begun).toEqual([1, 3]);
});

it('causes no warning about many listeners', async () => {
  const warnings: Error[] = [];
  const collect = (warning: Error): void => void warnings.push(warning);
  process.on('warning', collect);
  const { lanes, begun } = lanesWith({ prompt: 2, patient: 1 });
  await lanes.offer(Array.from({ length: 31 }, (_, index) => offer(index + 1)));
  // A warning is emitted one round of the event loop later.
  await settle();
  await settle();
  process.off('warning', collect);
  lanes.close();
  await settle();
  expect(begun).toEqual([1]);
  expect(warnings).toEqual([]);
});

it('attempts deliveries from Bull that arrived before the lanes were opened', async () => {
  const { deliver, begun } = lanesWith({ prompt: 1, patient: 1 });
  const lanes = new LocalLanes({ prompt: 4, patient: 1 });
  expect(await lanes.offer([offer(1)])).toBe(false);
  const delivered: string[] = [];
  void lanes.take(refOf(2), 'prompt', () => void delivered.push('begins'));
  await settle();
  expect([begun, delivered]).toEqual([[], []]);
  lanes.open(deliver);
  await settle();
  expect([begun, delivered]).toEqual([[2], ['begins']]);
  const unopened = new LocalLanes({ prompt: 4, patient: 1 });
  const given = unopened.take(refOf(3), 'prompt', () => void delivered.push('is given up'));
  unopened.close();
  await given;
  expect([begun, delivered]).toEqual([[2], ['begins', 'is given up']]);
});

describe('the caller that adds a delivery', () => {
  it('waits while its delivery runs, and returns while it waits for others of its tenant', async () => {
    const { lanes, begun, end } = lanesWith({ prompt: 2, patient: 1 });
    const done: number[] = [];
    const bring = (id: number): void => void lanes.take(refOf(id), 'prompt').then(() => done.push(id));
    bring(1);
    bring(2);
    await settle();
    expect([begun, done]).toEqual([[1], [2]]);
    await end(1);
    expect([begun, done]).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  it('is released once when the delivery begins, was known already, or is dropped', async () => {
    const { lanes, end } = lanesWith({ prompt: 2, patient: 1 });
    const delivered: string[] = [];
    const bring = (id: number, name: string): void =>
      void lanes.take(refOf(id), 'prompt', () => void delivered.push(name));
    bring(1, 'begins');
    bring(1, 'is known');
    bring(2, 'begins later');
    bring(3, 'is given up');
    await settle();
    expect(delivered).toEqual(['is known', 'begins']);
    await end(1);
    expect(delivered).toEqual(['is known', 'begins', 'begins later']);
    lanes.close();
    await settle();
    expect(delivered).toEqual(['is known', 'begins', 'begins later', 'is given up']);
  });
});
