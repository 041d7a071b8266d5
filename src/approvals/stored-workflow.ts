import { query, type Query } from '../database';
import { DEFAULT_WORKFLOW, type Workflow } from './domain/workflow';

/** Which documents a workflow routes. */
export const PURCHASE_ORDERS = 'purchase-orders';

/** A workflow as it is stored, with the version its ETag comes from; version 0 is the one nobody has configured. */
export interface StoredWorkflow {
  readonly workflow: Workflow;
  readonly version: number;
}

/** A workflow as the database answers it. */
export interface WorkflowRow {
  readonly rules: Workflow['rules'];
  readonly version: number;
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
