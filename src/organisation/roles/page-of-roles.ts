import { ROLES, type Role } from '../../common/actor/roles';
import { NumberedPage, type Page, type PageRequest } from '../../common/lists/page';
import type { TenantId } from '../../common/records/ids';
import { textKey } from '../../common/records/text-key';
import { ListWalk, PLACE } from '../../platform/database';

/**
 * A page of the roles, which every tenant has, or those that follow a cursor.
 * @param search part of a slug, whatever the case
 * @throws DomainError BAD_REQUEST on `cursor`
 */
export function pageOfRoles(tenantId: TenantId, search = '', { cursor, ...request }: PageRequest): Page<Role> {
  const { page, perPage, sort, order } = request;
  const found = ROLES.filter((role) => role.includes(textKey(search)));
  if (sort === 'slug') found.sort();
  if (order === 'desc') found.reverse();
  if (!cursor) return new NumberedPage(found.slice((page - 1) * perPage, page * perPage), found.length, request);
  const terms = [{ sql: 'slug', type: 'text', order }] as const;
  const walk = new ListWalk(tenantId, { name: 'roles', terms }, { ...request, cursor });
  const rest = found.slice(walk.place ? found.findIndex((role) => role === walk.place?.[0]) + 1 : 0);
  const placed = rest.map((role) => ({ role, [PLACE]: [role] }));
  return walk.page(placed, (row) => (row as (typeof placed)[number]).role);
}
