/** The end of the primary's write-ahead log at one time. */
interface Mark {
  /** Milliseconds on the monotonic clock of this process, read before the primary was queried. */
  readonly at: number;
  readonly position: bigint;
}

/** PostgreSQL's `pg_lsn` (`16/B374D848`) as one number. */
export function positionOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/**
 * The maximum age of the data on a replica. Everything committed before a mark has a lower position, so a replica that
 * has replayed up to the mark shows it. The server clocks are not used. A replica that is disconnected from an idle
 * primary therefore counts as fresh.
 */
export class Lag {
  /** Marks that the replica has not reached, oldest first. */
  private marks: Mark[] = [];
  private reached = -Infinity;

  /** @param longest how long marks are retained, in milliseconds; older marks count as never reached */
  constructor(private readonly longest: number) {}

  mark(at: number, position: bigint): void {
    this.marks.push({ at, position });
  }

  reach(replayed: bigint, now: number): void {
    const newest = this.marks.findLastIndex(({ position }) => position <= replayed);
    this.reached = this.marks[newest]?.at ?? this.reached;
    this.marks = this.marks.slice(newest + 1).filter(({ at }) => now - at <= this.longest);
  }

  /** Resets the lag, because another server may answer now. */
  forget(): void {
    this.marks = [];
    this.reached = -Infinity;
  }

  /** Milliseconds; Infinity without a reached mark. */
  at(now: number): number {
    return now - this.reached;
  }
}
