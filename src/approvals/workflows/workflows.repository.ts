import { Injectable } from '@nestjs/common';
import type { UserId } from '../../common/records/ids';
import { query, type ReadScope, tenantIdOf, type Transaction, UnitOfWork } from '../../database';
import { KNOWN } from '../approvals.sql';
import { DEFAULT_WORKFLOW, type Workflow } from '../domain/workflow';
import { ApprovalWorkflow } from '../entities/approval-workflow.entity';

/** Which documents a workflow routes. */
const PURCHASE_ORDERS = 'purchase-orders';

/** A workflow as it is stored, with the version its ETag comes from; version 0 is the one nobody has configured. */
export interface StoredWorkflow {
  readonly workflow: Workflow;
  readonly version: number;
}

interface Known {
  readonly departments: readonly number[];
  readonly users: readonly number[];
}

/** The approval workflow of a tenant's purchase orders. */
@Injectable()
export class WorkflowsRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * The workflow in force; the default one until the tenant configures its own. Read by hand, so that outside of a
   * transaction it takes one round trip (`docs/decisions/repositories-and-sql.md`).
   */
  async get(scope: ReadScope): Promise<StoredWorkflow> {
    const tenantId = tenantIdOf(scope);
    const [[row]] = await this.unitOfWork.read<[{ rules: Workflow['rules']; version: number }]>(
      scope,
      query('SELECT rules, version FROM approval_workflows WHERE tenant_id = $1 AND kind = $2', [
        tenantId,
        PURCHASE_ORDERS,
      ]),
    );
    return row ? { workflow: { rules: row.rules }, version: row.version } : { workflow: DEFAULT_WORKFLOW, version: 0 };
  }

  /** The same, locked for a change; waits for another change that is under way. */
  async lock(tx: Transaction): Promise<StoredWorkflow> {
    // There may be no row to lock yet, so the lock is on the name.
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('workflow/' || $1::text, 0))`, [tx.tenantId]);
    return this.get(tx);
  }

  /** Replaces the workflow, or stores the first one, in one statement. */
  async put(tx: Transaction, workflow: Workflow, version: number, at: Date, byId: UserId | null): Promise<void> {
    const rules = workflow.rules.map((rule) => ({ ...rule }));
    const row = { tenantId: tx.tenantId, kind: PURCHASE_ORDERS, rules, updatedById: byId, updatedAt: at, version };
    await tx.repository(ApprovalWorkflow).upsert(row, ['tenantId', 'kind']);
  }

  /** Which of these departments and users the tenant has. */
  async known(tx: Transaction, departments: readonly number[], users: readonly number[]): Promise<Known> {
    const [known] = await tx.query<Known>(KNOWN, [tx.tenantId, departments, users]);
    return { departments: (known?.departments ?? []).map(Number), users: (known?.users ?? []).map(Number) };
  }
}
