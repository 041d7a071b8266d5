/** A success that took this long moves its subscription to the patient lane, milliseconds. */
export const SLOW_MILLISECONDS = 2_000;

/** A success within this time moves it back to the prompt lane, milliseconds. */
export const QUICK_MILLISECONDS = 1_000;

/** What a success says of its receiver; `unremarkable` changes nothing. */
export type Pace = 'slow' | 'quick' | 'unremarkable';

/**
 * How fast a receiver answered. A slow one occupies a worker's place for as long as a failing one, so its attempts take the
 * patient lane too, until it answers quickly. That is no failure, and none is counted. Between the two bounds nothing
 * changes, or a receiver near one bound would change lanes with every delivery.
 * @param milliseconds from the look-up of the name to the end of the answer
 */
export function paceOf(milliseconds: number): Pace {
  if (milliseconds >= SLOW_MILLISECONDS) return 'slow';
  return milliseconds <= QUICK_MILLISECONDS ? 'quick' : 'unremarkable';
}
