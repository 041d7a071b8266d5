import { EVENT_NAMES } from '../../../common/events';
import { readEventName } from './event-names';

it.each(EVENT_NAMES)('accepts %s', (name) => {
  expect(readEventName(name)).toEqual({ kind: 'event', name });
});

it.each([
  ['po.created', 'purchase_order.created'],
  ['po.submitted', 'purchase_order.submitted'],
  ['po.approved', 'purchase_order.approved'],
  ['po.rejected', 'purchase_order.rejected'],
  ['po.cancelled', 'purchase_order.cancelled'],
  ['invoice.matched', 'invoice.match_changed'],
  ['budget.alert', 'budget.threshold_reached'],
])('maps %s to its current name %s', (older, to) => {
  expect(readEventName(older)).toEqual({ kind: 'renamed', to });
});

it('reports that po.updated has no equivalent', () => {
  expect(readEventName('po.updated')).toEqual({ kind: 'dropped' });
});

it.each(['', 'Purchase_Order.created', ' vendor.created', 'vendor.deleted', '*', 'toString', '__proto__'])(
  'does not recognise %j',
  (text) => {
    expect(readEventName(text)).toEqual({ kind: 'unknown' });
  },
);
