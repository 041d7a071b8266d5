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
