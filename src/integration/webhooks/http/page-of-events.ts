import { EVENT_NAMES, type EventName } from '../../../common/events';
import { NumberedPage, type Page, type PageRequest } from '../../../common/lists/page';
import type { TenantId } from '../../../common/records/ids';
import { textKey } from '../../../common/records/keys';
import { ListWalk, PLACE } from '../../../platform/database';
import { EVENTS } from './documentation/events';

/** @throws DomainError BAD_REQUEST on `cursor` */
export function pageOfEvents(tenantId: TenantId, search = '', { cursor, ...request }: PageRequest): Page<EventName> {
  const { page, perPage, order } = request;
  const found = EVENT_NAMES.filter(matches(search)).sort();
  if (order === 'desc') found.reverse();
  if (!cursor) return new NumberedPage(found.slice((page - 1) * perPage, page * perPage), found.length, request);
  const terms = [{ sql: 'name', type: 'text', order }] as const;
  const walk = new ListWalk(tenantId, { name: 'webhooks/event-types', terms }, { ...request, cursor });
  const rest = found.slice(walk.place ? found.findIndex((name) => name === walk.place?.[0]) + 1 : 0);
  const placed = rest.map((name) => ({ name, [PLACE]: [name] }));
  return walk.page(placed, (row) => (row as (typeof placed)[number]).name);
}

function matches(search: string): (name: EventName) => boolean {
  const key = textKey(search);
  return (name) => name.includes(key) || textKey(EVENTS[name].summary).includes(key);
}
