import { Injectable } from '@nestjs/common';
import { TokenAuthority, TokenEpochs } from '../auth';
import type { Actor } from '../../common/actor';
import { type Permission, type ChosenRole, type Role, roleId, ROLES } from '../../common/actor/roles';
import { Clock } from '../../common/clock';
import { invalidField } from '../../common/errors';
import { NumberedPage, type Page, type PageRequest } from '../../common/lists/page';
import { changesOf, fromTo } from '../../common/records/changes';
import type { TenantId } from '../../common/records/ids';
import { textKey } from '../../common/records/keys';
import { type IfMatch, requireVersion } from '../../common/records/versions';
import { AuditLog, ListWalk, PLACE, query, type Transaction, UnitOfWork } from '../../platform/database';
import {
  type Choice,
  type PermissionsOfRoles,
  inOrder,
  permissionsOfRoles,
  permissionsVersion,
} from './domain/role-permissions';
import { RolePermissions } from './entities/role-permissions.entity';

/** Also part of the settings, so a change of it is a change of the settings. */
const APPROVES_INVOICES: Permission = 'invoices.approve';

const CHOSEN = 'SELECT role, permissions FROM role_permissions WHERE tenant_id = $1';
const REMEMBERED = Symbol('permissions of roles');

@Injectable()
export class RolesService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly authority: TokenAuthority,
    private readonly epochs: TokenEpochs,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Permissions of all roles, outside any transaction. */
  async read(tenantId: TenantId): Promise<PermissionsOfRoles> {
    const [rows] = await this.unitOfWork.readShared<[Choice]>(tenantId, query(CHOSEN, [tenantId]));
    return permissionsOfRoles(rows);
  }

  /** As the transaction sees them; read once per transaction. */
  of(tx: Transaction): Promise<PermissionsOfRoles> {
    return tx.once(REMEMBERED, () => currentPermissions(tx));
  }

  /** @throws DomainError VALIDATION_ERROR for the role `admin`, PRECONDITION_FAILED, UNAUTHENTICATED */
  async change(
    actor: Actor,
    role: Role,
    wanted: readonly Permission[],
    ifMatch: IfMatch,
  ): Promise<readonly Permission[]> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      this.epochs.advance(tx);
      const [, present] = await Promise.all([
        // Exclusive, because it may remove rights, and running writes are rechecked with the permissions from before.
        this.authority.recheckTokenExclusively(tx, actor),
        currentPermissions(tx),
      ]);
      if (role === 'admin') throw invalidField('permissions', 'role.admin_holds_all');
      requireVersion(ifMatch, permissionsVersion(present[role]));
      await this.set(tx, actor, role, { from: present[role], to: wanted });
      return inOrder(wanted);
    });
  }

  /** The caller has rechecked the actor exclusively and advances the token epoch. */
  async setHolders(tx: Transaction, actor: Actor, permission: Permission, holders: readonly Role[]): Promise<void> {
    const present = await currentPermissions(tx);
    for (const role of ROLES) {
      if (role === 'admin') continue;
      const others = present[role].filter((one) => one !== permission);
      const to = holders.includes(role) ? [...others, permission] : others;
      await this.set(tx, actor, role, { from: present[role], to });
    }
  }

  private async set(
    tx: Transaction,
    actor: Actor,
    role: ChosenRole,
    { from, to }: { readonly from: readonly Permission[]; readonly to: readonly Permission[] },
  ): Promise<void> {
    const present = { permissions: from };
    const changed = changesOf(present, { permissions: inOrder(to) });
    if (changed.permissions === undefined) return;
    const row = { tenantId: tx.tenantId, role, permissions: [...changed.permissions], updatedAt: this.clock.now() };
    await tx.repository(RolePermissions).upsert(row, ['tenantId', 'role']);
    tx.forget(REMEMBERED);
    const details = { role, changes: fromTo(present, changed) };
    await this.audit.record(tx, actor, { action: 'updated', entityType: 'role', entityId: roleId(role), details });
    if (from.includes(APPROVES_INVOICES) !== to.includes(APPROVES_INVOICES)) {
      const at = this.clock.now();
      tx.outboxEvents.addEntry('settings', null, { action: 'updated', at, fields: ['invoice_approver_roles'] });
    }
  }
}

async function currentPermissions(tx: Transaction): Promise<PermissionsOfRoles> {
  return permissionsOfRoles(await tx.query<Choice>(CHOSEN, [tx.tenantId]));
}

/** @throws DomainError BAD_REQUEST on `cursor` */
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
