import { Injectable } from '@nestjs/common';
import { query, type Query, type Transaction } from '../database';
import { DEFAULT_WORKFLOW, type Workflow } from './domain/workflow';

/** Which documents a workflow routes. */
export const PURCHASE_ORDERS = 'purchase-orders';

/** A workflow as it is stored, with the version its ETag comes from; version 0 is the one nobody has configured. */
export interface StoredWorkflow {
  readonly workflow: Workflow;
  readonly version: number;
}

interface WorkflowRow {
  readonly rules: Workflow['rules'];
  readonly version: number;
}

/** The approval workflows of the transaction's tenant. */
@Injectable()
export class WorkflowsRepository {
  async get(tx: Transaction): Promise<StoredWorkflow> {
    return storedWorkflow(await tx.execute<WorkflowRow>(workflowQuery(tx.tenantId)));
  }

  /** The same, locked for a change; waits for another change that is under way. */
  async lock(tx: Transaction): Promise<StoredWorkflow> {
    // There may be no row to lock yet, so the lock is on the name.
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('workflow/' || $1::text, 0))`, [tx.tenantId]);
    return this.get(tx);
  }

  async put(tx: Transaction, workflow: Workflow, version: number, at: Date, byId: number | null): Promise<void> {
    await tx.query(
      `INSERT INTO approval_workflows (tenant_id, kind, rules, updated_by_id, updated_at, version)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (tenant_id, kind)
       DO UPDATE SET rules = EXCLUDED.rules, updated_by_id = EXCLUDED.updated_by_id,
                     updated_at = EXCLUDED.updated_at, version = EXCLUDED.version`,
      [tx.tenantId, PURCHASE_ORDERS, JSON.stringify(workflow.rules), byId, at, version],
    );
  }
}

/** Answers the rows that {@link storedWorkflow} reads. */
export function workflowQuery(tenantId: string): Query {
  return query('SELECT rules, version FROM approval_workflows WHERE tenant_id = $1 AND kind = $2', [
    tenantId,
    PURCHASE_ORDERS,
  ]);
}

/** The tenant's workflow, or the default one. */
export function storedWorkflow([row]: readonly WorkflowRow[]): StoredWorkflow {
  return row ? { workflow: { rules: row.rules }, version: row.version } : { workflow: DEFAULT_WORKFLOW, version: 0 };
}
