import { Injectable } from '@nestjs/common';
import type { TenantId, UserId } from '../../common/records/ids';
import { TokenAuthority } from '../auth';
import { requireRule } from '../../common/actor/abilities';
import type { Actor } from '../../common/actor';
import { newExternal } from '../../common/records/external';
import { invalidField } from '../../common/errors';
import {
  AuditLog,
  isUniqueViolation,
  requireOwnIdentifiers,
  type Transaction,
  UnitOfWork,
} from '../../platform/database';
import { type IfMatch, requireVersion } from '../../common/records/versions';
import { changesIn, type Input, withDefaults } from '../../platform/records';
import { POSSIBLE_HEAD } from './departments.sql';
import { WrittenDepartment } from './entities/department.entity';
import { type DepartmentRow, DepartmentsQueries } from './departments.queries';
import { DepartmentsRepository } from './departments.repository';

@Injectable()
export class DepartmentsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly departments: DepartmentsRepository,
    private readonly queries: DepartmentsQueries,
    private readonly audit: AuditLog,
    private readonly authority: TokenAuthority,
  ) {}

  /**
   * Requires an active department for a new reference, and locks it against deletion until the transaction ends.
   * @throws DomainError VALIDATION_ERROR on `department_id`
   */
  async require(tx: Transaction, id: number): Promise<void> {
    const rows = await tx.query(
      'SELECT FROM departments WHERE tenant_id = $1 AND id = $2 AND is_active FOR KEY SHARE',
      [tx.tenantId, id],
    );
    if (rows.length === 0) throw invalidField('department_id', 'validation.exists');
  }

  /** Requires an existing department, active or not. @throws DomainError VALIDATION_ERROR on `department_id` */
  async requireExisting(tx: Transaction, id: number): Promise<void> {
    const rows = await tx.query('SELECT FROM departments WHERE tenant_id = $1 AND id = $2', [tx.tenantId, id]);
    if (rows.length === 0) throw invalidField('department_id', 'validation.exists');
  }

  /** @throws DomainError VALIDATION_ERROR on the code or the head, FORBIDDEN_ABILITY if a non-admin sets a head */
  async create(actor: Actor, input: Input<WrittenDepartment, 'name' | 'code'>): Promise<DepartmentRow> {
    const headUserId = input.headUserId ?? null;
    return this.writing(actor.tenantId, async (tx) => {
      if (headUserId !== null) {
        await Promise.all([this.authority.recheckToken(tx, actor), this.allowHead(tx, actor, headUserId)]);
      }
      const columns = { ...withDefaults(WrittenDepartment, input), ...newExternal(input) };
      await requireOwnIdentifiers(tx, 'departments', null, columns);
      const { id } = await this.departments.insert(tx, columns);
      await this.audit.record(tx, actor, { action: 'created', entityType: 'department', entityId: id });
      return this.queries.get(tx, id);
    });
  }

  /** @throws DomainError NOT_FOUND, PRECONDITION_FAILED, and as {@link create} */
  async update(actor: Actor, id: number, input: Input<WrittenDepartment>, ifMatch: IfMatch): Promise<DepartmentRow> {
    return this.writing(actor.tenantId, async (tx) => {
      const [, department] = await Promise.all([
        // Exclusive, because a new head changes who may approve.
        input.headUserId === undefined ? undefined : this.authority.recheckTokenExclusively(tx, actor),
        this.departments.lock(tx, id),
      ]);
      const changes = changesIn(WrittenDepartment, department, input);
      if ('headUserId' in changes) await this.allowHead(tx, actor, input.headUserId ?? null);
      requireVersion(ifMatch, department.version);
      if (Object.keys(changes).length > 0) {
        await requireOwnIdentifiers(tx, 'departments', id, changes);
        await this.departments.update(tx, department, changes);
        await this.audit.record(tx, actor, { action: 'updated', entityType: 'department', entityId: id });
      }
      return this.queries.get(tx, id);
    });
  }

  /** @returns null if it had no references and was deleted. @throws DomainError NOT_FOUND, PRECONDITION_FAILED */
  async delete(actor: Actor, id: number, ifMatch: IfMatch): Promise<DepartmentRow | null> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const department = await this.departments.lock(tx, id);
      requireVersion(ifMatch, department.version);
      if (await this.departments.removeUnlessReferenced(tx, department)) {
        const details = { name: department.name, code: department.code };
        await this.audit.record(tx, actor, { action: 'deleted', entityType: 'department', entityId: id, details });
        return null;
      }
      if (department.isActive) {
        await this.departments.update(tx, department, { isActive: false });
        await this.audit.record(tx, actor, { action: 'deactivated', entityType: 'department', entityId: id });
      }
      return this.queries.get(tx, id);
    });
  }

  /**
   * The head approves the department's orders, so only an admin may set one, and an inactive user is rejected.
   * @throws DomainError VALIDATION_ERROR on `head_user_id`; FORBIDDEN_ABILITY
   */
  private async allowHead(tx: Transaction, actor: Actor, userId: UserId | null): Promise<void> {
    if (userId !== null) {
      const found = await tx.query(POSSIBLE_HEAD, [tx.tenantId, userId]);
      if (found.length === 0) throw invalidField('head_user_id', 'validation.exists');
    }
    requireRule(actor, 'departments.choose_head');
  }

  private async writing<T>(tenantId: TenantId, work: (tx: Transaction) => Promise<T>): Promise<T> {
    try {
      return await this.unitOfWork.run(tenantId, work);
    } catch (error) {
      throw isUniqueViolation(error, 'uq_departments_tenant_id_code')
        ? invalidField('code', 'validation.taken')
        : error;
    }
  }
}
