import { requireOption } from './errors.js';

/** The part of a list response that the iterators need. */
export interface ListAnswer<Item> {
  readonly data: readonly Item[];
  /** Without page numbers if the list was requested by cursor. */
  readonly meta: { readonly current_page?: number; readonly last_page?: number; readonly total?: number };
}

/** Query parameters of a list operation. */
export interface PageQuery {
  readonly page: number;
  readonly per_page: number;
}

/** Requests one page: `(page) => api.vendors.list({ query: { status: 'active', ...page } })`. */
export type AskForPage<Answer> = (page: PageQuery) => Promise<{ readonly data: Answer }>;

const MOST = 100;

/** Yields the pages of a list, each requested when it is needed. @param perPage 1 to 100 */
export async function* pages<Item, Answer extends ListAnswer<Item>>(
  ask: AskForPage<Answer & ListAnswer<Item>>,
  perPage = MOST,
): AsyncGenerator<Answer, void, undefined> {
  requireOption('pages', 'ask', ask);
  for (let page = 1; ; page += 1) {
    const { data: answer } = await ask({ page, per_page: perPage });
    yield answer;
    if (page >= (answer.meta.last_page ?? page)) return;
  }
}

/**
 * Yields the records of all pages. Sort by a field that does not change (`sort: 'id'`): a record inserted before the
 * current page moves others to the next page.
 */
export async function* items<Item>(
  ask: AskForPage<ListAnswer<Item>>,
  perPage = MOST,
): AsyncGenerator<Item, void, undefined> {
  for await (const { data } of pages(ask, perPage)) yield* data;
}

/** The part of a response by cursor that the iterators need. */
export interface CursorAnswer<Item> {
  readonly data: readonly Item[];
  /** `next_cursor` is null on the last page. */
  readonly meta: { readonly next_cursor?: string | null };
}

/** Query parameters of a list operation. */
export interface CursorQuery {
  readonly cursor: string;
  readonly per_page: number;
}

/** Requests one part: `(part) => api.vendors.list({ query: { status: 'active', ...part } })`. */
export type AskByCursor<Answer> = (part: CursorQuery) => Promise<{ readonly data: Answer }>;

export interface CursorOptions {
  /** Records per request, 1 to 100. Default 100. */
  readonly perPage?: number;
  /** A saved `next_cursor` to resume from. Default: from the start. */
  readonly from?: string;
}

/**
 * Yields the parts of a list by cursor, each requested when it is needed. Concurrent writes do not shift records: an
 * unchanged record appears exactly once. Save `meta.next_cursor` to resume after a restart.
 * @throws Error if the list does not support cursors
 */
export async function* parts<Item, Answer extends CursorAnswer<Item>>(
  ask: AskByCursor<Answer & CursorAnswer<Item>>,
  { perPage = MOST, from = '' }: CursorOptions = {},
): AsyncGenerator<Answer, void, undefined> {
  requireOption('parts', 'ask', ask);
  let cursor: string | null = from;
  while (cursor !== null) {
    const { data: answer }: { readonly data: Answer & CursorAnswer<Item> } = await ask({ cursor, per_page: perPage });
    yield answer;
    const { next_cursor: next } = answer.meta;
    if (next === undefined) throw new Error('The list answered no next_cursor: give the query on to it');
    cursor = next;
  }
}

/** Yields all records of a list by cursor, see {@link parts}. */
export async function* listAll<Item>(
  ask: AskByCursor<CursorAnswer<Item>>,
  options?: CursorOptions,
): AsyncGenerator<Item, void, undefined> {
  for await (const { data } of parts(ask, options)) yield* data;
}
