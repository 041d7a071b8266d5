import type { Instants } from '../../common/clock';
import { MAX_CURSOR } from '../../common/lists/cursor';
import type { CursorRequest, PageRequest } from '../../common/lists/page';
import { InputError } from './input-error';
import { instantsOf } from './rules/instants';
import { Parameter } from './parameter';

export interface ListParameters {
  page?: number;
  per_page?: number;
  cursor?: string;
  sort?: string;
  order?: 'asc' | 'desc';
  sort_by?: string;
  sort_order?: 'asc' | 'desc';
  search?: string;
  updated_from?: string;
  updated_to?: string;
}

export interface ListOptions {
  /** API names of the sort fields; the first is the default. */
  readonly sortable: readonly [string, ...string[]];
  readonly defaultOrder?: 'asc' | 'desc';
  /** The fields that `search` covers; without it the list rejects the parameter. */
  readonly search?: string;
  readonly defaultPerPage?: number;
  /** The rows are computed for every page, so `cursor` is rejected. */
  readonly pagesOnly?: boolean;
  /** The records have a time of their last change, so the list accepts `updated_from` and `updated_to`. */
  readonly updated?: boolean;
}

interface List extends ListParameters {
  /** @throws InputError on `cursor` together with `page` */
  toPageRequest(): PageRequest;
  /** The period of `updated_from` and `updated_to`; undefined without both. */
  updated(): Instants | undefined;
}

/** Parameters that do not change the list itself; a cursor is valid with another `per_page`. */
const NO_FILTERS = ['page', 'per_page', 'cursor', 'bom', 'sort', 'order', 'sort_by', 'sort_order'];

/**
 * A base class for the query of a list: page, per_page and cursor, `sort`/`order` or `sort_by`/`sort_order`, and
 * optionally `search` and the time of the last change. Subclasses add filters.
 */
export function ListQuery(options: ListOptions): new () => List {
  const { sortable, defaultOrder = 'desc', defaultPerPage = 15 } = options;

  class ListQueryBase implements List {
    @Parameter.integer({ min: 1, max: 1_000_000_000_000, default: 1, description: 'Page number, from 1.' })
    page?: number;

    @Parameter.integer({ min: 1, max: 100, default: defaultPerPage, description: 'Records per page.' })
    per_page?: number;

    @Parameter.oneOf(sortable, { default: sortable[0], description: 'Field to sort by.' })
    sort?: string;

    @Parameter.oneOf(['asc', 'desc'], { default: defaultOrder, description: 'Direction of the sort.' })
    order?: 'asc' | 'desc';

    @Parameter.oneOf(sortable, { description: 'The same as sort.' })
    sort_by?: string;

    @Parameter.oneOf(['asc', 'desc'], { description: 'The same as order.' })
    sort_order?: 'asc' | 'desc';

    cursor?: string;
    updated_from?: string;
    updated_to?: string;

    toPageRequest(): PageRequest {
      return {
        page: this.page ?? 1,
        perPage: this.per_page ?? defaultPerPage,
        sort: this.sort ?? this.sort_by ?? sortable[0],
        order: this.order ?? this.sort_order ?? defaultOrder,
        cursor: this.toCursor(),
      };
    }

    updated(): Instants | undefined {
      if (this.updated_from === undefined && this.updated_to === undefined) return undefined;
      return instantsOf(this.updated_from, this.updated_to);
    }

    private toCursor(): CursorRequest | undefined {
      if (this.cursor === undefined) return undefined;
      if (this.page !== undefined) throw new InputError('query', { cursor: [{ key: 'validation.cursor_or_page' }] });
      const filters = Object.entries(this).filter(([name, value]) => !NO_FILTERS.includes(name) && value !== undefined);
      return { text: this.cursor, filters: JSON.stringify(filters.sort(([one], [other]) => (one < other ? -1 : 1))) };
    }
  }

  const Walked = options.pagesOnly ? ListQueryBase : walked(ListQueryBase);
  const Searched = options.search === undefined ? Walked : searched(Walked, options.search);
  return options.updated ? updated(Searched) : Searched;
}

function walked(Base: new () => List): new () => List {
  class WalkedListQuery extends Base {
    @Parameter.text({
      description:
        'Reads the list by cursor: empty for the first page, then each `meta.next_cursor` until it is null, with the other parameters unchanged. ' +
        'Sorted by `id` or `created_at`, each record is returned exactly once; sorted by a value that changes meanwhile, perhaps twice or not at all.',
      example: '',
      max: MAX_CURSOR,
    })
    declare cursor?: string;
  }
  return WalkedListQuery;
}

function searched(Base: new () => List, places: string): new () => List {
  class SearchableListQuery extends Base {
    @Parameter.text({ max: 255, description: `Searches ${places}.` })
    declare search?: string;
  }
  return SearchableListQuery;
}

function updated(Base: new () => List): new () => List {
  class UpdatedListQuery extends Base {
    @Parameter.moment({
      description:
        'Only records last changed at or after this day (UTC) or time. To synchronize, start one minute before the previous request.',
      example: '2026-03-01T08:00:00.000Z',
    })
    declare updated_from?: string;

    @Parameter.moment({
      description: 'Only records last changed at or before this day (UTC) or time.',
      example: '2026-03-31',
    })
    declare updated_to?: string;
  }
  return UpdatedListQuery;
}
