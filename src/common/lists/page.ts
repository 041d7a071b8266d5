export interface PageRequest {
  /** From 1. */
  readonly page: number;
  /** 1 to 100. */
  readonly perPage: number;
  /** An API name. */
  readonly sort: string;
  readonly order: 'asc' | 'desc';
  /** Set for a list by cursor; `page` is then ignored. */
  readonly cursor?: CursorRequest | undefined;
}

export interface CursorRequest {
  /** The cursor from the request; empty at the beginning. */
  readonly text: string;
  /** The filters as one text. A cursor is valid only with the same filters. */
  readonly filters: string;
}

export abstract class Page<T> {
  abstract readonly items: readonly T[];

  abstract map<U>(present: (item: T) => U): Page<U>;
}

/** A page after a cursor, without a total. Rows that are added meanwhile do not shift it. */
export class CursorPage<T> extends Page<T> {
  /** @param nextCursor the start of the next page; null at the end */
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

  /** The number of the last page; 1 for an empty list. */
  get lastPage(): number {
    return Math.max(1, Math.ceil(this.total / this.request.perPage));
  }
}

/** A page of an endless list, such as the feed of changes. */
export class FeedPart<T> {
  /**
   * @param nextCursor the start of the next page, also if there are no more entries yet
   * @param hasMore whether more entries already exist
   */
  constructor(
    readonly items: readonly T[],
    readonly nextCursor: string,
    readonly hasMore: boolean,
  ) {}

  map<U>(present: (item: T) => U): FeedPart<U> {
    return new FeedPart(this.items.map(present), this.nextCursor, this.hasMore);
  }
}
