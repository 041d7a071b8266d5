import { Injectable } from '@nestjs/common';
import { TokenAuthority } from '../../../organisation/auth';
import type { Actor } from '../../../common/actor';
import { Clock } from '../../../common/clock';
import { invalid, type Message } from '../../../common/errors';
import { AuditLog, query, type ReadScope, tenantIdOf, type Transaction, UnitOfWork } from '../../../platform/database';
import { type IfMatch, requireVersion } from '../../../common/records/versions';
import { KNOWN } from '../approvals.sql';
import { type StoredWorkflow, type Workflow, type WorkflowKind, WORKFLOWS } from '../domain/workflow';
import { ApprovalWorkflow } from '../entities/approval-workflow.entity';
import { toWorkflowResponse } from './answers';

/** The records in the rules of a workflow. */
interface NamedRecords {
  readonly departments: readonly number[];
  readonly users: readonly number[];
  readonly projects: readonly number[];
  readonly categories: readonly string[];
}

interface Row {
  readonly kind: WorkflowKind;
  readonly rules: Workflow['rules'] | null;
  readonly version: number;
}

@Injectable()
export class WorkflowsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly authority: TokenAuthority,
  ) {}

  /** Raw SQL, so that it needs one round trip outside a transaction (`docs/decisions/repositories-and-sql.md`). */
  async get(scope: ReadScope, kind: WorkflowKind): Promise<StoredWorkflow> {
    const tenantId = tenantIdOf(scope);
    const { initial } = WORKFLOWS[kind];
    const kinds = typeof initial === 'string' ? [kind, initial] : [kind];
    const [rows] = await this.unitOfWork.read<[Row]>(
      scope,
      query('SELECT kind, rules, version FROM approval_workflows WHERE tenant_id = $1 AND kind = ANY ($2::text[])', [
        tenantId,
        kinds,
      ]),
    );
    return inForce(kind, rows);
  }

  /**
   * Replaces the workflow. Pending documents retain their frozen steps.
   * @param workflow null: amendments use the rules of orders
   * @throws DomainError PRECONDITION_FAILED; VALIDATION_ERROR on each record that the tenant does not have
   */
  async put(actor: Actor, kind: WorkflowKind, workflow: Workflow | null, ifMatch: IfMatch): Promise<StoredWorkflow> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const [, before] = await Promise.all([this.authority.recheckToken(tx, actor), this.lock(tx, kind)]);
      requireVersion(ifMatch, before.version);
      if (workflow) await requireKnown(tx, workflow);
      const rules = workflow && workflow.rules.map((rule) => ({ ...rule }));
      const written = { updatedById: actor.userId, updatedAt: this.clock.now(), version: before.version + 1 };
      const row = { tenantId: tx.tenantId, kind, rules, ...written };
      await tx.repository(ApprovalWorkflow).upsert(row, ['tenantId', 'kind']);
      await this.audit.record(tx, actor, {
        action: 'updated',
        entityType: 'approval_workflow',
        entityId: null,
        details: { kind, changes: rulesChange(before.inherited ? null : before.workflow, workflow) },
      });
      return this.get(tx, kind);
    });
  }

  /** The current workflow, locked for a change. Waits for concurrent changes of any workflow of the tenant. */
  private async lock(tx: Transaction, kind: WorkflowKind): Promise<StoredWorkflow> {
    // An advisory lock, because there may be no row yet.
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('workflow/' || $1::text, 0))`, [tx.tenantId]);
    return this.get(tx, kind);
  }
}

/** If the rules of another kind apply, both versions are added, so that the version always rises. */
function inForce(kind: WorkflowKind, rows: readonly Row[]): StoredWorkflow {
  const own = rows.find((row) => row.kind === kind);
  if (own?.rules) return { workflow: { rules: own.rules }, version: own.version, inherited: false };
  const { initial } = WORKFLOWS[kind];
  if (typeof initial !== 'string') return { workflow: initial, version: own?.version ?? 0, inherited: false };
  const followed = inForce(initial, rows);
  return { ...followed, version: followed.version + (own?.version ?? 0), inherited: true };
}

/** @throws DomainError VALIDATION_ERROR on each record of a rule that the tenant does not have */
async function requireKnown(tx: Transaction, { rules }: Workflow): Promise<void> {
  const { departments, users, projects, categories } = namedBy(rules);
  const [known] = await tx.query<NamedRecords>(KNOWN, [tx.tenantId, departments, users, projects, categories]);
  const faults = unknowns(rules, {
    departments: (known?.departments ?? []).map(Number),
    users: (known?.users ?? []).map(Number),
    projects: (known?.projects ?? []).map(Number),
    categories: known?.categories ?? [],
  });
  if (Object.keys(faults).length > 0) throw invalid(faults);
}

/** The rules before and after, as in the API; null if the kind has no rules. */
function rulesChange(before: Workflow | null, after: Workflow | null) {
  const rulesOf = (workflow: Workflow | null) => workflow && toWorkflowResponse(workflow).rules;
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
