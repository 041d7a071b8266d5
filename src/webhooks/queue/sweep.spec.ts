import { ManualClock } from '../../common/clock';
import type { UnitOfWork } from '../../database';
import { Periodic } from '../../periodic';
import { DeliveryMetrics } from '../delivery/delivery-metrics';
import type { DeliveryTrigger, Offer } from '../delivery/delivery-trigger';
import { LocalLanes } from './local-lanes';
import { Sweep } from './sweep';

const NOW = '2026-03-10T09:00:00.000Z';

/** A sweep over a database that finds these, each due for so many seconds. */
function sweepOver(found: readonly { readonly id: number; readonly seconds: number }[]) {
  const rows = found.map(({ id, seconds }) => ({
    ...{ tenant_id: 't', subscription_id: 1, delivery_id: id, patient: id % 2 === 0 },
    due_at: new Date(Date.parse(NOW) - seconds * 1000),
  }));
  let isAway = false;
  const unscoped = ({ statement: { text } }: { statement: { text: string } }): Promise<unknown[]> => {
    if (isAway) return Promise.reject(new Error('the database is away'));
    return Promise.resolve(text.includes('due_webhook_deliveries') ? rows : []);
  };
  const told: Offer[] = [];
  const trigger: DeliveryTrigger = {
    offer: (offers) => {
      told.push(...offers);
      return Promise.resolve(true);
    },
  };
  const here: string[] = [];
  const lanes = new LocalLanes({ prompt: 9, patient: 9 });
  lanes.open(({ deliveryId }, lane) => Promise.resolve(void here.push(`${deliveryId} ${lane}`)));
  const metrics = { queue: () => undefined } as unknown as DeliveryMetrics;
  const periodic = new Periodic({ PROCESS_ROLE: 'all' });
  const sweep = new Sweep(
    { unscoped } as unknown as UnitOfWork,
    trigger,
    lanes,
    metrics,
    new ManualClock(NOW),
    periodic,
  );
  return { sweep, told, here, leave: () => (isAway = true) };
}

afterEach(() => jest.restoreAllMocks());

it('offers what is due, and attempts here what others were told of and left', async () => {
  const { sweep, told, here } = sweepOver([
    { id: 1, seconds: 0 },
    { id: 2, seconds: 9 },
    { id: 3, seconds: 11 },
  ]);
  await sweep.sweep();
  expect(told.map(({ ref, lane }) => `${ref.deliveryId} ${lane}`)).toEqual(['1 prompt', '2 patient']);
  expect(here).toEqual(['3 prompt']);
});

it('says that the process is not ready once sweeps no longer come to their end', async () => {
  const now = jest.spyOn(performance, 'now').mockReturnValue(1_000);
  const { sweep, leave } = sweepOver([]);
  expect(sweep.readiness()).toBe('not swept yet');
  await sweep.sweep();
  now.mockReturnValue(31_000);
  expect(sweep.readiness()).toBe('ok');
  leave();
  await expect(sweep.sweep()).rejects.toThrow('away');
  now.mockReturnValue(32_000);
  expect(sweep.readiness()).toBe('not swept for 31 s');
});
