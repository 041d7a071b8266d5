import { PERMISSIONS, type Permission } from '../../common/actor/permissions';
import { Field, ListQuery } from '../../platform/http';

/** What roles can be sorted by. */
const SORTABLE = ['id', 'slug'] as const;

export class RoleListQuery extends ListQuery({ sortable: SORTABLE, defaultOrder: 'asc', search: 'slugs' }) {}

export class RoleIn {
  @Field.listOf(PERMISSIONS, { description: 'All that the role may do. One that is left out is taken from it.' })
  permissions: readonly Permission[];
}
