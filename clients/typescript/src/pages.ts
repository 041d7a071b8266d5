import { requireOption } from './errors.js';

/** What every list of both forms answers, as far as the iterators need it. */
export interface ListAnswer<Item> {
  readonly data: readonly Item[];
  /** Without numbers where the list was asked for by cursor. */
  readonly meta: { readonly current_page?: number; readonly last_page?: number; readonly total?: number };
}

/** What to put into the query of a list operation. */
export interface PageQuery {
  readonly page: number;
  readonly per_page: number;
}

/** Asks for one page: `(page) => api.vendors.list({ query: { status: 'active', ...page } })`. */
export type AskForPage<Answer> = (page: PageQuery) => Promise<{ readonly data: Answer }>;

const MOST = 100;

/**
 * The pages of a list, one request each, asked for when they are wanted.
 * @param perPage 1 to 100
 */
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
 * The records of a list, over all its pages. Sort by something that does not change while you read (`sort: 'id'`): a
 * record that is added in front meanwhile moves the others to the next page.
 */
export async function* items<Item>(
  ask: AskForPage<ListAnswer<Item>>,
  perPage = MOST,
): AsyncGenerator<Item, void, undefined> {
  for await (const { data } of pages(ask, perPage)) yield* data;
}

/** What a list asked by cursor answers, as far as the iterators need it. */
export interface CursorAnswer<Item> {
  readonly data: readonly Item[];
  /** `next_cursor` is null on the last page. */
  readonly meta: { readonly next_cursor?: string | null };
}

/** What to put into the query of a list operation. */
export interface CursorQuery {
  readonly cursor: string;
  readonly per_page: number;
}

/** Asks for one part: `(part) => api.vendors.list({ query: { status: 'active', ...part } })`. */
export type AskByCursor<Answer> = (part: CursorQuery) => Promise<{ readonly data: Answer }>;

export interface CursorOptions {
  /** Records of one request, 1 to 100. Default 100. */
  readonly perPage?: number;
  /** Where to go on: the `next_cursor` of a part that you kept. Default: from the beginning. */
  readonly from?: string;
}

/**
 * The parts of a list by cursor, one request each, asked for when they are wanted. What others write meanwhile shifts nothing:
 * a record that nobody changes comes exactly once. Keep `meta.next_cursor` to go on after a restart.
 * @throws Error when the list knows no cursor
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

/** The records of a list by cursor, from the first to the last: {@link parts}. */
export async function* listAll<Item>(
  ask: AskByCursor<CursorAnswer<Item>>,
  options?: CursorOptions,
): AsyncGenerator<Item, void, undefined> {
  for await (const { data } of parts(ask, options)) yield* data;
}
