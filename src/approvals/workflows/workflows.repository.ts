import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database';
import type { Workflow } from '../domain/workflow';
import {
  PURCHASE_ORDERS,
  type StoredWorkflow,
  storedWorkflow,
  workflowQuery,
  type WorkflowRow,
} from '../stored-workflow';

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
