import { isResourceType, CHANGE_NAMES, RESOURCE_TYPES } from '../../common/events/resources';
import type { DomainError } from '../../common/errors';
import { InputError, Parameter } from '../../platform/http';
import { MOST_ENTRIES } from './changes.sql';

/** Entries of one answer when the request does not say. */
const DEFAULT_LIMIT = 100;

/** How long a request may wait, seconds. */
const LONGEST_WAIT = 30;

/** Instead of a cursor: begin at the end. */
export const NOW = 'now';

/** What of the feed is asked for. */
export interface ChangesFilter {
  readonly limit: number;
  readonly types: { readonly names: readonly string[]; readonly resources: readonly string[] } | undefined;
}

export class ChangesQuery {
  @Parameter.text({
    description:
      'Cursor of the last answer, `meta.next_cursor`; or the one that an export handed out. Left out or empty: from the ' +
      'oldest change that is kept. `now`: from this moment on. It holds for your tenant alone.',
    example: 'AQAAAAAAAAApq80f7kQ2WdMBPp1f0wHbwA',
    max: 100,
  })
  after?: string;

  @Parameter.text({
    description:
      `Only these, separated by commas: kinds of records (${RESOURCE_TYPES.join(', ')}) and names of events ` +
      '(`purchase_order.approved`, `user.updated`). Answers may be empty while `has_more` is true: 5,000 changes are looked at for each.',
    example: 'purchase_order,invoice.paid',
    max: 5_000,
  })
  types?: string;

  @Parameter.integer({
    min: 1,
    max: MOST_ENTRIES,
    default: DEFAULT_LIMIT,
    description: 'Entries of one answer.',
    example: 500,
  })
  limit?: number;

  @Parameter.integer({
    min: 0,
    max: LONGEST_WAIT,
    default: 0,
    description: 'Seconds to wait for a change when there is none after the cursor. 0: answer at once.',
    example: 30,
  })
  wait?: number;

  /** The cursor; undefined to begin with the oldest. */
  toCursor(): string | undefined {
    return this.after === '' ? undefined : this.after;
  }

  /** @throws InputError on `types` */
  toFilter(): ChangesFilter {
    return { limit: this.limit ?? DEFAULT_LIMIT, types: typesOf(this.types) };
  }
}

function typesOf(text: string | undefined): ChangesFilter['types'] {
  if (text === undefined || text === '') return undefined;
  const asked = text.split(',').map((type) => type.trim());
  const resources = asked.filter(isResourceType);
  const names = asked.filter((type) => !isResourceType(type));
  const unknown = names.find((name) => !(CHANGE_NAMES as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw new InputError('query', { types: [{ key: 'changes.types', params: { type: unknown } }] });
  return { names, resources };
}

/** What `after` holds is no cursor of this tenant. */
export function invalidCursor(): DomainError {
  return new InputError('query', { after: [{ key: 'changes.cursor' }] });
}
