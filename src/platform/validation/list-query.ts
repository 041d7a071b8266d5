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
  /** Fields the list can be sorted by, by their API names; the first is the default. */
  readonly sortable: readonly [string, ...string[]];
  readonly defaultOrder?: 'asc' | 'desc';
  /** Where `search` looks; left out, the list has no text to search and refuses the parameter. */
  readonly search?: string;
  readonly defaultPerPage?: number;
  /** Its rows are computed anew for every page: `cursor` is refused. */
  readonly pagesOnly?: boolean;
  /** Its records say when they were changed last: the list takes `updated_from` and `updated_to`. */
  readonly updated?: boolean;
}

interface List extends ListParameters {
  /** @throws InputError on `cursor` together with `page` */
  toPageRequest(): PageRequest;
  /** The instants that `updated_from` and `updated_to` ask for; undefined without either. */
  updated(): Instants | undefined;
}

/** What says which part of the list is meant, and not which list; a cursor may come with another `per_page`. */
const NO_FILTERS = ['page', 'per_page', 'cursor', 'bom', 'sort', 'order', 'sort_by', 'sort_order'];

/**
 * A base class for a list's query: page, per_page and cursor, `sort`/`order` and `sort_by`/`sort_order` alike, `search` where
 * there is text, and the last change where the records have one. A list adds its filters by extending it.
 */
export function ListQuery(options: ListOptions): new () => List {
  const { sortable, defaultOrder = 'desc', defaultPerPage = 15 } = options;

  class ListQueryBase implements List {
    @Parameter.integer({ min: 1, max: 1_000_000_000_000, default: 1, description: 'Page number, from 1.' })
    page?: number;

    @Parameter.integer({ min: 1, max: 100, default: defaultPerPage, description: 'Records a page.' })
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
        'Walks the list without pages: empty to begin, then each `meta.next_cursor` until it is null, other parameters unchanged. ' +
        'Sorted by `id` or `created_at`, each record comes exactly once; by a value that changes, maybe twice or not at all.',
      example: '',
      max: MAX_CURSOR,
    })
    declare cursor?: string;
  }
  return WalkedListQuery;
}

function searched(Base: new () => List, places: string): new () => List {
  class SearchableListQuery extends Base {
    @Parameter.text({ max: 255, description: `Looks in ${places}.` })
    declare search?: string;
  }
  return SearchableListQuery;
}

function updated(Base: new () => List): new () => List {
  class UpdatedListQuery extends Base {
    @Parameter.moment({
      description:
        'Changed last on this day (UTC) or at this instant, or later. To follow a list, ask from a minute before the last time.',
      example: '2026-03-01T08:00:00.000Z',
    })
    declare updated_from?: string;

    @Parameter.moment({
      description: 'Changed last on this day (UTC) or at this instant, or earlier.',
      example: '2026-03-31',
    })
    declare updated_to?: string;
  }
  return UpdatedListQuery;
}
