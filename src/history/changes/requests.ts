import { isResourceType, CHANGE_NAMES, RESOURCE_TYPES } from '../../common/events/resources';
import type { DomainError } from '../../common/errors';
import { InputError, Parameter } from '../../platform/http';
import { MOST_ENTRIES } from './changes.sql';

/** Default entries per response. */
const DEFAULT_LIMIT = 100;

/** Maximum wait, seconds. */
const LONGEST_WAIT = 30;

/** Value of `after` to start at the end. */
export const NOW = 'now';

export interface ChangesFilter {
  readonly limit: number;
  readonly types: { readonly names: readonly string[]; readonly resources: readonly string[] } | undefined;
}

export class ChangesQuery {
  @Parameter.text({
    description:
      '`meta.next_cursor` of the last response, or the cursor of an export. Empty or left out: from the ' +
      'oldest retained change. `now`: from now on. Valid only for your tenant.',
    example: 'AQAAAAAAAAApq80f7kQ2WdMBPp1f0wHbwA',
    max: 100,
  })
  after?: string;

  @Parameter.text({
    description:
      `Comma-separated kinds of records (${RESOURCE_TYPES.join(', ')}) and event names ` +
      '(`purchase_order.approved`, `user.updated`). A response may be empty while `has_more` is true, ' +
      'because each examines at most 5,000 changes.',
    example: 'purchase_order,invoice.paid',
    max: 5_000,
  })
  types?: string;

  @Parameter.integer({
    min: 1,
    max: MOST_ENTRIES,
    default: DEFAULT_LIMIT,
    description: 'Maximum entries per response.',
    example: 500,
  })
  limit?: number;

  @Parameter.integer({
    min: 0,
    max: LONGEST_WAIT,
    default: 0,
    description: 'Seconds to wait for a change if there is none after the cursor. 0: respond immediately.',
    example: 30,
  })
  wait?: number;

  /** Undefined to start with the oldest. */
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

export function invalidCursor(): DomainError {
  return new InputError('query', { after: [{ key: 'changes.cursor' }] });
}
