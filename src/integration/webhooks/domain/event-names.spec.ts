import { EVENT_NAMES } from '../../../common/events';
import { readEventName } from './event-names';

it.each(EVENT_NAMES)('%s is an event', (name) => {
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
])('%s is called %s now', (older, to) => {
  expect(readEventName(older)).toEqual({ kind: 'renamed', to });
});

it('po.updated is no event any more', () => {
  expect(readEventName('po.updated')).toEqual({ kind: 'dropped' });
});

it.each(['', 'Purchase_Order.created', ' vendor.created', 'vendor.deleted', '*', 'toString', '__proto__'])(
  '%j is unknown',
  (text) => {
    expect(readEventName(text)).toEqual({ kind: 'unknown' });
  },
);
