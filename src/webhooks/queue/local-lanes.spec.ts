import type { DeliveryRef, Lane, Offer } from './delivery-trigger';
import { LocalLanes } from './local-lanes';

const offer = (deliveryId: number, lane: Lane = 'prompt'): Offer => ({
  ref: { tenantId: 't', subscriptionId: 1, deliveryId },
  lane,
});

/** Lanes whose deliveries end when the test says so. */
function lanesWith(concurrency: Record<Lane, number>) {
  const begun: number[] = [];
  const ends = new Map<number, () => void>();
  const deliver = ({ deliveryId }: DeliveryRef): Promise<void> => {
    begun.push(deliveryId);
    return new Promise((resolve) => ends.set(deliveryId, resolve));
  };
  const end = async (id: number): Promise<void> => {
    ends.get(id)?.();
    await new Promise(setImmediate);
  };
  const lanes = new LocalLanes(concurrency);
  lanes.open(deliver);
  return { lanes, deliver, begun, end };
}

it('runs as many of a lane at once as it has room for, in the order they came', async () => {
  const { lanes, begun, end } = lanesWith({ prompt: 2, patient: 1 });
  await lanes.offer([offer(1), offer(2), offer(3), offer(4)]);
  expect(begun).toEqual([1, 2]);
  await end(2);
  expect(begun).toEqual([1, 2, 3]);
});

it('keeps the prompt lane free of what waits in the patient one', async () => {
  const { lanes, begun } = lanesWith({ prompt: 2, patient: 1 });
  await lanes.offer([offer(1, 'patient'), offer(2, 'patient'), offer(3)]);
  expect(begun).toEqual([1, 3]);
});

it('does not take a delivery that waits or runs already, and takes it again afterwards', async () => {
  const { lanes, begun, end } = lanesWith({ prompt: 1, patient: 1 });
  await lanes.offer([offer(1), offer(2)]);
  await lanes.offer([offer(1), offer(2)]);
  await end(1);
  await end(2);
  expect(begun).toEqual([1, 2]);
  await lanes.offer([offer(1)]);
  expect(begun).toEqual([1, 2, 1]);
});

it('begins nothing more once it is closed, and nothing before it is opened', async () => {
  const { lanes, deliver, begun, end } = lanesWith({ prompt: 1, patient: 1 });
  await lanes.offer([offer(1), offer(2)]);
  lanes.close();
  await end(1);
  await lanes.offer([offer(3)]);
  expect(begun).toEqual([1]);
  lanes.open(deliver);
  expect(begun).toEqual([1, 3]);
});
