import { type Anchor, type EvidenceFault, faultAt } from './chain-walk';

const DAY = 86_400_000;

/** Minimum retention: audit entries one year, events 30 days. */
const AUDIT_RETENTION = 365 * DAY;
const EVENTS_RETENTION = 30 * DAY;

/** Rows sealed after an anchor may be up to this much older. No anchor is made while a row waits for half of it. */
const TOLERANCE = DAY;

/** Start of a chain and marks of deleted rows; times as `YYYY-MM-DDTHH:MM:SS.mmmZ`. */
export interface Beginning {
  /** Of the last deleted seal; 0 if there is none. */
  readonly start_position: number;
  readonly start_hash: Buffer;
  /** All deleted rows happened before this time. */
  readonly removed_before: string | null;
  readonly events_removed_before: string | null;
  /** Of the first existing seal; null if there is none. */
  readonly position: number | null;
}

/** Of several contradicting anchors, returns only the first in the chain. @param first hash before the first seal */
export function faultsOfBeginning(
  beginning: Beginning,
  first: Buffer,
  anchors: readonly Anchor[],
  now: Date,
): EvidenceFault[] {
  const { start_position: start, start_hash, position: next } = beginning;
  const against = anchorsAgainst(beginning, anchors);
  const isWrong = start === 0 ? !start_hash.equals(first) : beginning.removed_before === null;
  // Seals are deleted in the transaction that moves the start after them.
  const isLeft = next !== null && next <= start;
  const differs = anchors.some(({ position, hash }) => position === start && hash !== start_hash.toString('hex'));
  const isFault = isWrong || isLeft || hasLateMark(beginning, now.getTime()) || against.length > 0;
  return [
    ...(isFault ? [faultAt('start', start)] : []),
    ...(against.length > 0 ? [faultAt('anchor', Math.min(...against))] : []),
    ...(differs ? [faultAt('anchor', start)] : []),
  ];
}

/** False for an unreadable time. */
const isBy = (instant: string, limit: number): boolean => Date.parse(instant) <= limit;

function hasLateMark({ removed_before, events_removed_before }: Beginning, now: number): boolean {
  const isLate = (mark: string | null, kept: number): boolean => mark !== null && !isBy(mark, now - kept);
  return isLate(removed_before, AUDIT_RETENTION) || isLate(events_removed_before, EVENTS_RETENTION);
}

/** @returns positions of anchors that prove it: the start is later than the anchor, the anchor later than the mark */
function anchorsAgainst({ start_position, removed_before }: Beginning, anchors: readonly Anchor[]): number[] {
  const latest = removed_before === null ? -Infinity : Date.parse(removed_before) + TOLERANCE;
  return anchors
    .filter(({ position, anchored_at }) => position < start_position && !isBy(anchored_at, latest))
    .map(({ position }) => position);
}
