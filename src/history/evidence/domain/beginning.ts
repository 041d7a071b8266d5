import { type Anchor, type EvidenceFault, faultAt } from './chain-walk';

const DAY = 86_400_000;

/** Nothing younger is removed by rule: of the audit log within a year, of events within 30 days. */
const AUDIT_KEPT = 365 * DAY;
const EVENTS_KEPT = 30 * DAY;

/** So much earlier than the anchor may have happened what was sealed after it: no anchor is made while a row waits for half of it. */
const TOLERANCE = DAY;

/** Where a chain goes on from, and what may be gone; instants as `YYYY-MM-DDTHH:MM:SS.mmmZ`. */
export interface Beginning {
  /** Of the last seal that was removed; 0 where none was. */
  readonly start_position: number;
  readonly start_hash: Buffer;
  /** All that was removed happened before this instant. */
  readonly removed_before: string | null;
  readonly events_removed_before: string | null;
  /** Of the first seal that is there; null where none is. */
  readonly position: number | null;
}

/**
 * Whether a chain begins where it may, and its marks are such as the service sets.
 * @param first what the tenant's first seal follows
 * @param anchors of the tenant
 * @returns what is wrong: of several anchors that speak against the beginning, the first in the chain is named
 */
export function faultsOfBeginning(
  beginning: Beginning,
  first: Buffer,
  anchors: readonly Anchor[],
  now: Date,
): EvidenceFault[] {
  const { start_position: start, start_hash, position: next } = beginning;
  const against = anchorsAgainst(beginning, anchors);
  const isWrong = start === 0 ? !start_hash.equals(first) : beginning.removed_before === null;
  // Seals are removed in the moment in which the beginning moves behind them.
  const isLeft = next !== null && next <= start;
  const differs = anchors.some(({ position, hash }) => position === start && hash !== start_hash.toString('hex'));
  const isFault = isWrong || isLeft || hasLateMark(beginning, now.getTime()) || against.length > 0;
  return [
    ...(isFault ? [faultAt('start', start)] : []),
    ...(against.length > 0 ? [faultAt('anchor', Math.min(...against))] : []),
    ...(differs ? [faultAt('anchor', start)] : []),
  ];
}

/** Whether an instant is not after the limit; what is no instant that can be read is not. */
const isBy = (instant: string, limit: number): boolean => Date.parse(instant) <= limit;

function hasLateMark({ removed_before, events_removed_before }: Beginning, now: number): boolean {
  const isLate = (mark: string | null, kept: number): boolean => mark !== null && !isBy(mark, now - kept);
  return isLate(removed_before, AUDIT_KEPT) || isLate(events_removed_before, EVENTS_KEPT);
}

/**
 * What was sealed after an anchor happened after it. Where the beginning is later than the anchor, and the anchor later than the
 * mark, rows were removed that are younger than the mark says.
 * @returns positions of the anchors that say so
 */
function anchorsAgainst({ start_position, removed_before }: Beginning, anchors: readonly Anchor[]): number[] {
  const latest = removed_before === null ? -Infinity : Date.parse(removed_before) + TOLERANCE;
  return anchors
    .filter(({ position, anchored_at }) => position < start_position && !isBy(anchored_at, latest))
    .map(({ position }) => position);
}
