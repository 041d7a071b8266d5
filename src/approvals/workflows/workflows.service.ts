import { Injectable } from '@nestjs/common';
import { TokenAuthority } from '../../auth';
import type { Actor } from '../../common/actor';
import { Clock } from '../../common/clock';
import { invalid, type Message } from '../../common/errors';
import { AuditLog, type Transaction, UnitOfWork } from '../../database';
import { type IfMatch, requireVersion } from '../../common/records/versions';
import type { TenantId } from '../../common/records/ids';
import type { Workflow } from '../domain/workflow';
import { presentWorkflow } from './answers';
import { type StoredWorkflow, WorkflowsRepository } from './workflows.repository';

/** How a tenant's purchase orders are routed for approval. */
@Injectable()
export class WorkflowsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly workflows: WorkflowsRepository,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly authority: TokenAuthority,
  ) {}

  /** The workflow in force; the default one until the tenant configures its own. */
  async get(tenantId: TenantId): Promise<StoredWorkflow> {
    return this.workflows.get(tenantId);
  }

  /**
   * Replaces the workflow. Orders that wait keep the steps frozen onto them.
   * @throws DomainError PRECONDITION_FAILED; VALIDATION_ERROR naming each department and user that is not in the tenant
   */
  async put(actor: Actor, workflow: Workflow, ifMatch: IfMatch): Promise<StoredWorkflow> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const [, before] = await Promise.all([this.authority.confirm(tx, actor), this.workflows.lock(tx)]);
      requireVersion(ifMatch, before.version);
      await this.requireKnown(tx, workflow);
      await this.workflows.put(tx, workflow, before.version + 1, this.clock.now(), actor.userId);
      await this.audit.record(tx, actor, {
        action: 'updated',
        entityType: 'approval_workflow',
        entityId: null,
        details: { from: before.workflow.rules, to: workflow.rules, changes: rulesChange(before.workflow, workflow) },
      });
      return { workflow, version: before.version + 1 };
    });
  }

  private async requireKnown(tx: Transaction, { rules }: Workflow): Promise<void> {
    const departments = rules.flatMap(({ when }) => when.departmentId ?? []);
    const users = rules.flatMap(({ steps }) =>
      steps.flatMap(({ assignee }) => ('userIds' in assignee ? assignee.userIds : [])),
    );
    const faults = unknowns(rules, await this.workflows.known(tx, departments, users));
    if (Object.keys(faults).length > 0) throw invalid(faults);
  }
}

/** The rules as the API shows them, before and after. */
function rulesChange(before: Workflow, after: Workflow) {
  return { rules: { from: presentWorkflow(before).rules, to: presentWorkflow(after).rules } };
}

function unknowns(
  rules: Workflow['rules'],
  { departments, users }: { readonly departments: readonly number[]; readonly users: readonly number[] },
): Record<string, Message[]> {
  const faults: Record<string, Message[]> = {};
  rules.forEach(({ when, steps }, index) => {
    if (when.departmentId !== undefined && !departments.includes(when.departmentId)) {
      faults[`rules.${index}.when.department_id`] = [{ key: 'validation.exists' }];
    }
    steps.forEach(({ assignee }, place) => {
      if ('userIds' in assignee && assignee.userIds.some((id) => !users.includes(id))) {
        faults[`rules.${index}.steps.${place}.user_ids`] = [{ key: 'validation.exists' }];
      }
    });
  });
  return faults;
}
