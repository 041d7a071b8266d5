import type { MessageKey, MessageParams } from '../../common/messages';
import { Page } from '../../common/page';

/** An answer with a sentence for the person, which Form B shows as `message`. */
export class WithMessage<T> {
  constructor(
    readonly data: T,
    readonly key: MessageKey,
    readonly params: MessageParams = {},
  ) {}
}

/** Absolute links of a list, keeping the query's other parameters. */
export function pageLinks(
  address: URL,
  page: Page<unknown>,
): Record<'first' | 'last' | 'next' | 'prev', string | null> {
  const { page: current } = page.request;
  const last = page.lastPage;
  const link = (number: number): string => {
    const target = new URL(address);
    target.searchParams.set('page', String(number));
    return target.toString();
  };
  return {
    first: link(1),
    last: link(last),
    next: current < last ? link(current + 1) : null,
    prev: current > 1 ? link(Math.min(current - 1, last)) : null,
  };
}

export interface PageMeta {
  current_page: number;
  last_page: number;
  per_page: number;
  total: number;
}

export function pageMeta(page: Page<unknown>): PageMeta {
  return {
    current_page: page.request.page,
    last_page: page.lastPage,
    per_page: page.request.perPage,
    total: page.total,
  };
}
