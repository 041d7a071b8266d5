import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import type { UserId } from '../../common/records/ids';
import { isForeignKeyViolation, lockOne, type Transaction } from '../../platform/database';
import { Department, DEPARTMENT_FIELDS, type WrittenDepartment } from './entities/department.entity';

@Injectable()
export class DepartmentsRepository {
  constructor(private readonly clock: Clock) {}

  /** @throws DomainError NOT_FOUND */
  lock(tx: Transaction, id: number): Promise<Department> {
    return lockOne(tx, Department, { id });
  }

  async insert(tx: Transaction, department: WrittenDepartment): Promise<Department> {
    const now = this.clock.now();
    const record = { ...department, tenantId: tx.tenantId, createdAt: now, updatedAt: now };
    const saved = await tx.repository(Department).save(record);
    tx.changed.note('department', saved.id, DEPARTMENT_FIELDS, null, saved);
    return saved;
  }

  /** Changes a locked department and increases its version. */
  async update(tx: Transaction, department: Department, changes: Partial<WrittenDepartment>): Promise<void> {
    const { id, version } = department;
    const raised = { updatedAt: this.clock.now(), version: version + 1 };
    await tx.repository(Department).update({ tenantId: tx.tenantId, id }, { ...changes, ...raised });
    tx.changed.note('department', id, DEPARTMENT_FIELDS, department, { ...department, ...changes });
  }

  /** Sets the first head of a department created in this transaction. The version does not change. */
  async setFirstHead(tx: Transaction, department: Department, headUserId: UserId): Promise<void> {
    const { id } = department;
    await tx.repository(Department).update({ tenantId: tx.tenantId, id }, { headUserId });
    tx.changed.note('department', id, DEPARTMENT_FIELDS, null, { ...department, headUserId });
  }

  /** Deletes a locked department unless there are references to it. @returns whether it was deleted */
  async removeUnlessReferenced(tx: Transaction, department: Department): Promise<boolean> {
    const { id } = department;
    try {
      await tx.savepoint(() => tx.repository(Department).delete({ tenantId: tx.tenantId, id }));
      tx.changed.note('department', id, DEPARTMENT_FIELDS, department, null);
      return true;
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
      return false;
    }
  }
}
