const MOST = 50_000;
const KEPT_MILLISECONDS = 3_600_000;

/**
 * Tokens that this instance has seen to be valid within the hour, by hash. What is remembered here says nothing of whether
 * they still are; it says that whoever shows one is not guessing.
 */
export class KnownTokens {
  private readonly until = new Map<string, number>();

  /** @param now in milliseconds */
  add(hash: string, now: number): void {
    // Those seen last stand last.
    this.until.delete(hash);
    if (this.until.size >= MOST) {
      const [oldest] = this.until.keys();
      if (oldest !== undefined) this.until.delete(oldest);
    }
    this.until.set(hash, now + KEPT_MILLISECONDS);
  }

  has(hash: string, now: number): boolean {
    return (this.until.get(hash) ?? 0) > now;
  }

  delete(hash: string): void {
    this.until.delete(hash);
  }
}
