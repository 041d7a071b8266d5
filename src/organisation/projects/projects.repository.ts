import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { isForeignKeyViolation, lockOne, type Transaction } from '../../platform/database';
import { Project, PROJECT_FIELDS, type WrittenProject } from './entities/project.entity';

@Injectable()
export class ProjectsRepository {
  constructor(private readonly clock: Clock) {}

  /** @throws DomainError NOT_FOUND */
  lock(tx: Transaction, id: number): Promise<Project> {
    return lockOne(tx, Project, { id });
  }

  async insert(tx: Transaction, project: WrittenProject): Promise<Project> {
    const now = this.clock.now();
    const record = { ...project, tenantId: tx.tenantId, createdAt: now, updatedAt: now };
    const saved = await tx.repository(Project).save(record);
    tx.changed.note('project', saved.id, PROJECT_FIELDS, null, saved);
    return saved;
  }

  /** Changes a locked project and increases its version. */
  async update(tx: Transaction, project: Project, changes: Partial<WrittenProject>): Promise<void> {
    const { id, version } = project;
    const raised = { updatedAt: this.clock.now(), version: version + 1 };
    await tx.repository(Project).update({ tenantId: tx.tenantId, id }, { ...changes, ...raised });
    tx.changed.note('project', id, PROJECT_FIELDS, project, { ...project, ...changes });
  }

  /** Deletes a locked project unless there are references to it. @returns whether it was deleted */
  async removeUnlessReferenced(tx: Transaction, project: Project): Promise<boolean> {
    const { id } = project;
    try {
      await tx.savepoint(() => tx.repository(Project).delete({ tenantId: tx.tenantId, id }));
      tx.changed.note('project', id, PROJECT_FIELDS, project, null);
      return true;
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
      return false;
    }
  }
}
