/** A success that took this long sets its subscription aside, milliseconds. */
export const SLOW_MILLISECONDS = 2_000;

/** A success within this time brings a subscription back, milliseconds. */
export const QUICK_MILLISECONDS = 1_000;

/** What a success says of its receiver; `unremarkable` changes nothing. */
export type Pace = 'slow' | 'quick' | 'unremarkable';

/**
 * How fast a receiver answered. A slow one holds a place in flight for as long as one that fails, so it is set aside like
 * one: its attempts go through the patient lane until it answers quickly. It is not failing, and nothing is counted.
 * Between the two bounds nothing changes, or a receiver that takes about as long would move with every delivery.
 * @param milliseconds from the look-up of the name to the end of the answer
 */
export function paceOf(milliseconds: number): Pace {
  if (milliseconds >= SLOW_MILLISECONDS) return 'slow';
  return milliseconds <= QUICK_MILLISECONDS ? 'quick' : 'unremarkable';
}
