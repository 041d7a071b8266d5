import type { PageRequest } from '../../common/page';
import { Parameter } from './parameter';

/** The parameters every list takes. */
export interface ListParameters {
  page?: number;
  per_page?: number;
  sort?: string;
  order?: 'asc' | 'desc';
  sort_by?: string;
  sort_order?: 'asc' | 'desc';
  search?: string;
}

export interface ListOptions {
  /** Fields the list can be sorted by, by their API names; the first is the default. */
  readonly sortable: readonly [string, ...string[]];
  readonly defaultOrder?: 'asc' | 'desc';
  /** Where `search` looks; left out, the list has no text to search and refuses the parameter. */
  readonly search?: string;
  readonly defaultPerPage?: number;
}

/**
 * A base class for a list's query: page, per_page, `sort`/`order` and `sort_by`/`sort_order` alike, and `search` where
 * there is text. A list adds its filters by extending it.
 */
export function ListQuery(options: ListOptions): new () => ListParameters & { toPageRequest(): PageRequest } {
  const { sortable, defaultOrder = 'desc', defaultPerPage = 15 } = options;

  class ListQueryBase implements ListParameters {
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

    toPageRequest(): PageRequest {
      return {
        page: this.page ?? 1,
        perPage: this.per_page ?? defaultPerPage,
        sort: this.sort ?? this.sort_by ?? sortable[0],
        order: this.order ?? this.sort_order ?? defaultOrder,
      };
    }
  }

  if (options.search === undefined) return ListQueryBase;

  class SearchableListQuery extends ListQueryBase {
    @Parameter.text({ max: 255, description: `Looks in ${options.search}.` })
    search?: string;
  }
  return SearchableListQuery;
}
