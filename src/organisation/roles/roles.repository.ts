import { Injectable } from '@nestjs/common';
import type { Permission, ChosenRole } from '../../common/actor/roles';
import { Clock } from '../../common/clock';
import type { TenantId } from '../../common/records/ids';
import { type Transaction, UnitOfWork, query } from '../../platform/database';
import { type Choice, type PermissionsOfRoles, permissionsOfRoles } from './domain/role-permissions';
import { RolePermissions } from './entities/role-permissions.entity';

const CHOSEN = 'SELECT role, permissions FROM role_permissions WHERE tenant_id = $1';

/** What the tenant has chosen for its roles. */
@Injectable()
export class RolesRepository {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** What every role may do now, outside any transaction. */
  async read(tenantId: TenantId): Promise<PermissionsOfRoles> {
    const [rows] = await this.unitOfWork.readShared<[Choice]>(tenantId, query(CHOSEN, [tenantId]));
    return permissionsOfRoles(rows);
  }

  /** What every role may do, as the transaction sees it. */
  async of(tx: Transaction): Promise<PermissionsOfRoles> {
    return permissionsOfRoles(await tx.query<Choice>(CHOSEN, [tx.tenantId]));
  }

  async set(tx: Transaction, role: ChosenRole, permissions: readonly Permission[]): Promise<void> {
    await tx
      .repository(RolePermissions)
      .upsert({ tenantId: tx.tenantId, role, permissions: [...permissions], updatedAt: this.clock.now() }, [
        'tenantId',
        'role',
      ]);
  }
}
