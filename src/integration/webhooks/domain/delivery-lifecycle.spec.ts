import { allows } from '../../../common/records/lifecycle';
import {
  DELIVERY_LIFECYCLE,
  DELIVERY_STATUSES,
  nextDeliveryStatus,
  REDELIVERABLE,
  type DeliveryAction,
  type DeliveryStatus,
} from './delivery-lifecycle';

const REFUSED = 'refused';
const LEADS_TO: Record<DeliveryAction, Record<DeliveryStatus, DeliveryStatus | typeof REFUSED>> = {
  attempt: { pending: 'pending', succeeded: REFUSED, failed: REFUSED, cancelled: REFUSED },
  succeed: { pending: 'succeeded', succeeded: REFUSED, failed: REFUSED, cancelled: REFUSED },
  retry: { pending: 'pending', succeeded: REFUSED, failed: REFUSED, cancelled: REFUSED },
  fail: { pending: 'failed', succeeded: REFUSED, failed: REFUSED, cancelled: REFUSED },
  cancel: { pending: 'cancelled', succeeded: REFUSED, failed: REFUSED, cancelled: REFUSED },
  redeliver: { pending: REFUSED, succeeded: 'pending', failed: 'pending', cancelled: 'pending' },
};
const ACTIONS = Object.keys(LEADS_TO) as DeliveryAction[];

describe('a webhook delivery', () => {
  it.each(ACTIONS)('allows %s only from the statuses of the table', (action) => {
    for (const status of DELIVERY_STATUSES) {
      const expected = LEADS_TO[action][status];
      expect(allows(DELIVERY_LIFECYCLE, status, action)).toBe(expected !== REFUSED);
      if (expected === REFUSED) expect(() => nextDeliveryStatus(status, action)).toThrow(/INVALID_STATUS/);
      else expect(nextDeliveryStatus(status, action)).toBe(expected);
    }
  });

  it('has no other action and no other status', () => {
    expect(Object.keys(DELIVERY_LIFECYCLE).sort()).toEqual([...ACTIONS].sort());
    expect([...DELIVERY_STATUSES].sort()).toEqual(Object.keys(LEADS_TO.attempt).sort());
  });

  it('can be sent again once it has ended, and not while it is pending', () => {
    expect([...REDELIVERABLE].sort()).toEqual(['cancelled', 'failed', 'succeeded']);
  });
});
