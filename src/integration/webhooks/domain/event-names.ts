import { EVENT_NAMES, type EventName } from '../../../common/events';

/** Short names of the older reference, and the event each is called now; null where nothing corresponds. */
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

/** How a name given by a subscriber stands to the events there are. */
type EventNameReading =
  | { readonly kind: 'event'; readonly name: EventName }
  /** An older name that is called differently now. */
  | { readonly kind: 'renamed'; readonly to: EventName }
  /** An older name of something that is no event here. */
  | { readonly kind: 'dropped' }
  | { readonly kind: 'unknown' };

/** Reads an event name. Exact: no case folding, no blanks taken off. */
export function readEventName(text: string): EventNameReading {
  const name = EVENT_NAMES.find((each) => each === text);
  if (name) return { kind: 'event', name };
  const now = OLDER_NAMES.get(text);
  if (now === undefined) return { kind: 'unknown' };
  return now === null ? { kind: 'dropped' } : { kind: 'renamed', to: now };
}
