import { EVENT_NAMES } from '../../common/events';
import { readEventName } from './event-names';

it.each(EVENT_NAMES)('%s is an event', (name) => {
  expect(readEventName(name)).toEqual({ kind: 'event', name });
});

it.each([
  ['po.created', 'purchase_order.created'],
  ['po.approved', 'purchase_order.approved'],
  ['po.rejected', 'purchase_order.rejected'],
  ['po.cancelled', 'purchase_order.cancelled'],
  ['budget.alert', 'budget.threshold_reached'],
])('%s is called %s now', (older, to) => {
  expect(readEventName(older)).toEqual({ kind: 'renamed', to });
});

it.each(['po.submitted', 'po.updated', 'invoice.matched'])('%s is no event any more', (older) => {
  expect(readEventName(older)).toEqual({ kind: 'dropped' });
});

it.each(['', 'Purchase_Order.created', ' vendor.created', 'vendor.deleted', '*', 'toString', '__proto__'])(
  '%j is unknown',
  (text) => {
    expect(readEventName(text)).toEqual({ kind: 'unknown' });
  },
);
