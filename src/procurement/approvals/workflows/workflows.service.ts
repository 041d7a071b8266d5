import { Injectable } from '@nestjs/common';
import { TokenAuthority } from '../../../organisation/auth';
import type { Actor } from '../../../common/actor';
import { Clock } from '../../../common/clock';
import { invalid, type Message } from '../../../common/errors';
import { AuditLog, type ReadScope, type Transaction, UnitOfWork } from '../../../platform/database';
import { type IfMatch, requireVersion } from '../../../common/records/versions';
import type { Workflow, WorkflowKind } from '../domain/workflow';
import { presentWorkflow } from './answers';
import { type NamedRecords, type StoredWorkflow, WorkflowsRepository } from './workflows.repository';

/** How a tenant's documents are routed for approval. */
@Injectable()
export class WorkflowsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly workflows: WorkflowsRepository,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly authority: TokenAuthority,
  ) {}

  /** The workflow in force; what the kind has initially until the tenant configures its own. */
  async get(scope: ReadScope, kind: WorkflowKind): Promise<StoredWorkflow> {
    return this.workflows.get(scope, kind);
  }

  /**
   * Replaces the workflow. Documents that wait keep the steps frozen onto them.
   * @param workflow null for none of its own: that of amendments follows the orders' again
   * @throws DomainError PRECONDITION_FAILED; VALIDATION_ERROR naming each department, project, category and user that is not
   *   in the tenant
   */
  async put(actor: Actor, kind: WorkflowKind, workflow: Workflow | null, ifMatch: IfMatch): Promise<StoredWorkflow> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const [, before] = await Promise.all([this.authority.confirm(tx, actor), this.workflows.lock(tx, kind)]);
      requireVersion(ifMatch, before.version);
      if (workflow) await this.requireKnown(tx, workflow);
      const written = { version: before.version + 1, at: this.clock.now(), byId: actor.userId };
      await this.workflows.put(tx, kind, workflow, written);
      await this.audit.record(tx, actor, {
        action: 'updated',
        entityType: 'approval_workflow',
        entityId: null,
        details: { kind, changes: rulesChange(before.inherited ? null : before.workflow, workflow) },
      });
      return this.workflows.get(tx, kind);
    });
  }

  private async requireKnown(tx: Transaction, { rules }: Workflow): Promise<void> {
    const faults = unknowns(rules, await this.workflows.known(tx, namedBy(rules)));
    if (Object.keys(faults).length > 0) throw invalid(faults);
  }
}

/** The rules as the API shows them, before and after; null where the kind has none of its own. */
function rulesChange(before: Workflow | null, after: Workflow | null) {
  const rulesOf = (workflow: Workflow | null) => workflow && presentWorkflow(workflow).rules;
  return { rules: { from: rulesOf(before), to: rulesOf(after) } };
}

function namedBy(rules: Workflow['rules']): NamedRecords {
  const conditions = rules.map(({ when }) => when);
  return {
    departments: conditions.flatMap(({ departmentId }) => departmentId ?? []),
    projects: conditions.flatMap(({ projectId }) => projectId ?? []),
    categories: conditions.flatMap(({ vendorCategory }) => vendorCategory ?? []),
    users: rules.flatMap(({ steps }) =>
      steps.flatMap(({ assignee }) => ('userIds' in assignee ? assignee.userIds : [])),
    ),
  };
}

function unknowns(rules: Workflow['rules'], known: NamedRecords): Record<string, Message[]> {
  const faults: Record<string, Message[]> = {};
  const requireIn = <T>(there: readonly T[], asked: readonly T[], field: string): void => {
    if (asked.some((each) => !there.includes(each))) faults[field] = [{ key: 'validation.exists' }];
  };
  rules.forEach((rule, index) => {
    const one = namedBy([{ ...rule, steps: [] }]);
    requireIn(known.departments, one.departments, `rules.${index}.when.department_id`);
    requireIn(known.projects, one.projects, `rules.${index}.when.project_id`);
    requireIn(known.categories, one.categories, `rules.${index}.when.vendor_category`);
    rule.steps.forEach(({ assignee }, place) => {
      const users = 'userIds' in assignee ? assignee.userIds : [];
      requireIn(known.users, users, `rules.${index}.steps.${place}.user_ids`);
    });
  });
  return faults;
}
