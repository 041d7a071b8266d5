/** What a list was asked for: a page, its size, and an order. */
export interface PageRequest {
  /** 1-based. */
  readonly page: number;
  /** 1 to 100. */
  readonly perPage: number;
  /** API name of the field to sort by. */
  readonly sort: string;
  readonly order: 'asc' | 'desc';
  /** Set when the list is walked by cursor; the page's number then says nothing. */
  readonly cursor?: CursorRequest | undefined;
}

/** From where a list is to be walked on. */
export interface CursorRequest {
  /** As the client sent it; empty at the beginning. */
  readonly text: string;
  /** What the list was narrowed to, as one text: a cursor goes on only with the filters that it was made with. */
  readonly filters: string;
}

/** What a list answers: a numbered page of it, or the part that follows a cursor. */
export abstract class Page<T> {
  abstract readonly items: readonly T[];

  /** The same part with each item turned into something else. */
  abstract map<U>(present: (item: T) => U): Page<U>;
}

/** Part of a list that is walked from a cursor to the next: no total, and rows that are written meanwhile shift nothing. */
export class CursorPage<T> extends Page<T> {
  /**
   * @param nextCursor where the next part begins; null at the end
   */
  constructor(
    readonly items: readonly T[],
    readonly perPage: number,
    readonly nextCursor: string | null,
  ) {
    super();
  }

  map<U>(present: (item: T) => U): CursorPage<U> {
    return new CursorPage(this.items.map(present), this.perPage, this.nextCursor);
  }
}

/** One page of a list, by its number, with the exact total of the whole. */
export class NumberedPage<T> extends Page<T> {
  constructor(
    readonly items: readonly T[],
    readonly total: number,
    readonly request: Pick<PageRequest, 'page' | 'perPage'>,
  ) {
    super();
  }

  map<U>(present: (item: T) => U): NumberedPage<U> {
    return new NumberedPage(this.items.map(present), this.total, this.request);
  }

  /** Number of the last page: 1 for an empty list. */
  get lastPage(): number {
    return Math.max(1, Math.ceil(this.total / this.request.perPage));
  }
}

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
