/** What a list was asked for: a page, its size, and an order. */
export interface PageRequest {
  /** 1-based. */
  readonly page: number;
  /** 1 to 100. */
  readonly perPage: number;
  /** API name of the field to sort by. */
  readonly sort: string;
  readonly order: 'asc' | 'desc';
}

/** Part of a list that is walked from a cursor to the next: no total, and rows that are written meanwhile shift nothing. */
export class CursorPage<T> {
  /**
   * @param nextCursor where the next part begins; null at the end
   */
  constructor(
    readonly items: readonly T[],
    readonly perPage: number,
    readonly nextCursor: string | null,
  ) {}

  /** The same part with each item turned into something else. */
  map<U>(present: (item: T) => U): CursorPage<U> {
    return new CursorPage(this.items.map(present), this.perPage, this.nextCursor);
  }
}

/** One page of a list with the exact total of the whole. */
export class Page<T> {
  constructor(
    readonly items: readonly T[],
    readonly total: number,
    readonly request: Pick<PageRequest, 'page' | 'perPage'>,
  ) {}

  /** The same page with each item turned into something else. */
  map<U>(present: (item: T) => U): Page<U> {
    return new Page(this.items.map(present), this.total, this.request);
  }

  /** Number of the last page: 1 for an empty list. */
  get lastPage(): number {
    return Math.max(1, Math.ceil(this.total / this.request.perPage));
  }
}
