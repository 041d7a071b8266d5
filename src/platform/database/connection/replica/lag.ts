/** Where the primary's write-ahead log ended at a moment. */
interface Mark {
  /** Milliseconds of this process's own clock, read before the primary was asked. */
  readonly at: number;
  readonly position: bigint;
}

/** PostgreSQL's `pg_lsn` (`16/B374D848`) as one number. */
export function positionOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/**
 * How old at most is what a replica shows. Whatever was committed before a mark was made lies before its position, so a replica
 * that has replayed up to there shows all of it. Neither server's clock is asked, and a replica that is cut off from a primary
 * on which nothing happens is as good as ever.
 */
export class Lag {
  /** Those that the replica has not reached, oldest first. */
  private marks: Mark[] = [];
  /** When the newest mark was made that it has reached. */
  private reached = -Infinity;

  /** @param longest how many milliseconds to look back: what is older counts as never reached */
  constructor(private readonly longest: number) {}

  /** Notes where the primary is. */
  mark(at: number, position: bigint): void {
    this.marks.push({ at, position });
  }

  /** Notes how far the replica has replayed; what it has shown once it shows for ever. */
  reach(replayed: bigint, now: number): void {
    const newest = this.marks.findLastIndex(({ position }) => position <= replayed);
    this.reached = this.marks[newest]?.at ?? this.reached;
    this.marks = this.marks.slice(newest + 1).filter(({ at }) => now - at <= this.longest);
  }

  /** Forgets all: the replica is another, or the primary. */
  forget(): void {
    this.marks = [];
    this.reached = -Infinity;
  }

  /** Milliseconds; Infinity where the replica has reached no mark yet. */
  at(now: number): number {
    return now - this.reached;
  }
}
