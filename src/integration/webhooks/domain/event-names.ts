import { EVENT_NAMES, type EventName } from '../../../common/events';

/** Event names of the older reference and their current names; null if there is no equivalent. */
const OLDER_NAMES: ReadonlyMap<string, EventName | null> = new Map([
  ['po.created', 'purchase_order.created'],
  ['po.submitted', 'purchase_order.submitted'],
  ['po.approved', 'purchase_order.approved'],
  ['po.rejected', 'purchase_order.rejected'],
  ['po.cancelled', 'purchase_order.cancelled'],
  ['po.updated', null],
  ['invoice.matched', 'invoice.match_changed'],
  ['budget.alert', 'budget.threshold_reached'],
]);

/** Result of reading an event name. */
type EventNameReading =
  | { readonly kind: 'event'; readonly name: EventName }
  /** An older name of a current event. */
  | { readonly kind: 'renamed'; readonly to: EventName }
  /** An older name without an equivalent. */
  | { readonly kind: 'dropped' }
  | { readonly kind: 'unknown' };

/** Reads an event name. Exact match: case and blanks count. */
export function readEventName(text: string): EventNameReading {
  const name = EVENT_NAMES.find((each) => each === text);
  if (name) return { kind: 'event', name };
  const now = OLDER_NAMES.get(text);
  if (now === undefined) return { kind: 'unknown' };
  return now === null ? { kind: 'dropped' } : { kind: 'renamed', to: now };
}
