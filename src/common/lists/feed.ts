/** Part of a list that never ends: what is at its end now is followed by what comes later. */
export class FeedPart<T> {
  /**
   * @param nextCursor where the next part begins; where the list stands when nothing more is there yet
   * @param hasMore whether more is there already
   */
  constructor(
    readonly items: readonly T[],
    readonly nextCursor: string,
    readonly hasMore: boolean,
  ) {}

  /** The same part with each item turned into something else. */
  map<U>(present: (item: T) => U): FeedPart<U> {
    return new FeedPart(this.items.map(present), this.nextCursor, this.hasMore);
  }
}
