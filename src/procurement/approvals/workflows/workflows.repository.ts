import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../common/records/ids';
import { query, type ReadScope, tenantIdOf, type Transaction, UnitOfWork } from '../../../platform/database';
import { KNOWN } from '../approvals.sql';
import { type Workflow, type WorkflowKind, WORKFLOWS } from '../domain/workflow';
import { ApprovalWorkflow } from '../entities/approval-workflow.entity';

/** A workflow as it is in force, with the version its ETag comes from. */
export interface StoredWorkflow {
  readonly workflow: Workflow;
  /** Rises whenever the rules shown may have changed; 0 while nobody has configured anything. */
  readonly version: number;
  /** It has no rules of its own and follows those of another kind. */
  readonly inherited: boolean;
}

/** What the rules of a workflow name, or what of it there is. */
export interface NamedRecords {
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

/** The approval workflows of a tenant, one for each kind of document. */
@Injectable()
export class WorkflowsRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * The workflow in force; what a kind has initially until the tenant configures its own. Read by hand, so that outside of a
   * transaction it takes one round trip (`docs/decisions/repositories-and-sql.md`).
   */
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

  /** The same, locked for a change; waits for another change of any of the tenant's workflows that is under way. */
  async lock(tx: Transaction, kind: WorkflowKind): Promise<StoredWorkflow> {
    // There may be no row to lock yet, so the lock is on the name.
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('workflow/' || $1::text, 0))`, [tx.tenantId]);
    return this.get(tx, kind);
  }

  /** Replaces the workflow, or stores the first one, in one statement. Without one it follows its model again. */
  async put(
    tx: Transaction,
    kind: WorkflowKind,
    workflow: Workflow | null,
    { version, at, byId }: { readonly version: number; readonly at: Date; readonly byId: UserId | null },
  ): Promise<void> {
    const rules = workflow && workflow.rules.map((rule) => ({ ...rule }));
    const row = { tenantId: tx.tenantId, kind, rules, updatedById: byId, updatedAt: at, version };
    await tx.repository(ApprovalWorkflow).upsert(row, ['tenantId', 'kind']);
  }

  /** Which of these records the tenant has. */
  async known(tx: Transaction, { departments, users, projects, categories }: NamedRecords): Promise<NamedRecords> {
    const [known] = await tx.query<NamedRecords>(KNOWN, [tx.tenantId, departments, users, projects, categories]);
    return {
      departments: (known?.departments ?? []).map(Number),
      users: (known?.users ?? []).map(Number),
      projects: (known?.projects ?? []).map(Number),
      categories: known?.categories ?? [],
    };
  }
}

/**
 * What of the stored rows is in force. One that follows another kind shows the sum of both versions, and its own rules are
 * stored under a version above that sum: so whatever changes, the version shown rises.
 */
function inForce(kind: WorkflowKind, rows: readonly Row[]): StoredWorkflow {
  const own = rows.find((row) => row.kind === kind);
  if (own?.rules) return { workflow: { rules: own.rules }, version: own.version, inherited: false };
  const { initial } = WORKFLOWS[kind];
  if (typeof initial !== 'string') return { workflow: initial, version: own?.version ?? 0, inherited: false };
  const followed = inForce(initial, rows);
  return { ...followed, version: followed.version + (own?.version ?? 0), inherited: true };
}
