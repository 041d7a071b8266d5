import { Injectable } from '@nestjs/common';
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
import { DepartmentsService } from '../departments';
import { type IfMatch, requireVersion } from '../../common/records/versions';
import type { TenantId } from '../../common/records/ids';
import { changesIn, type Input, withDefaults } from '../../platform/records';
import { WrittenProject } from './entities/project.entity';
import { type ProjectRow, ProjectsQueries } from './projects.queries';
import { ProjectsRepository } from './projects.repository';

@Injectable()
export class ProjectsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly projects: ProjectsRepository,
    private readonly queries: ProjectsQueries,
    private readonly departments: DepartmentsService,
    private readonly audit: AuditLog,
  ) {}

  /** @throws DomainError VALIDATION_ERROR on the code or the department */
  async create(actor: Actor, input: Input<WrittenProject, 'name' | 'code'>): Promise<ProjectRow> {
    const departmentId = input.departmentId ?? null;
    return this.writing(actor.tenantId, async (tx) => {
      if (departmentId !== null) await this.departments.require(tx, departmentId);
      const columns = { ...withDefaults(WrittenProject, input), ...newExternal(input) };
      await requireOwnIdentifiers(tx, 'projects', null, columns);
      const { id } = await this.projects.insert(tx, columns);
      await this.audit.record(tx, actor, { action: 'created', entityType: 'project', entityId: id });
      return this.queries.get(tx, id);
    });
  }

  /** @throws DomainError NOT_FOUND, PRECONDITION_FAILED, and as {@link create} */
  async update(actor: Actor, id: number, input: Input<WrittenProject>, ifMatch: IfMatch): Promise<ProjectRow> {
    return this.writing(actor.tenantId, async (tx) => {
      const project = await this.projects.lock(tx, id);
      const changes = changesIn(WrittenProject, project, input);
      requireVersion(ifMatch, project.version);
      // A reference to a deactivated department may stay. Only new references require an active one.
      if (typeof changes.departmentId === 'number') await this.departments.require(tx, changes.departmentId);
      if (Object.keys(changes).length > 0) {
        await requireOwnIdentifiers(tx, 'projects', id, changes);
        await this.projects.update(tx, project, changes);
        await this.audit.record(tx, actor, { action: 'updated', entityType: 'project', entityId: id });
      }
      return this.queries.get(tx, id);
    });
  }

  /** @returns null if it had no references and was deleted. @throws DomainError NOT_FOUND, PRECONDITION_FAILED */
  async delete(actor: Actor, id: number, ifMatch: IfMatch): Promise<ProjectRow | null> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const project = await this.projects.lock(tx, id);
      requireVersion(ifMatch, project.version);
      if (await this.projects.removeUnlessReferenced(tx, project)) {
        const details = { name: project.name, code: project.code };
        await this.audit.record(tx, actor, { action: 'deleted', entityType: 'project', entityId: id, details });
        return null;
      }
      if (project.isActive) {
        await this.projects.update(tx, project, { isActive: false });
        await this.audit.record(tx, actor, { action: 'deactivated', entityType: 'project', entityId: id });
      }
      return this.queries.get(tx, id);
    });
  }

  private async writing<T>(tenantId: TenantId, work: (tx: Transaction) => Promise<T>): Promise<T> {
    try {
      return await this.unitOfWork.run(tenantId, work);
    } catch (error) {
      throw isUniqueViolation(error, 'uq_projects_tenant_id_code') ? invalidField('code', 'validation.taken') : error;
    }
  }
}
