import { toNumber } from '../../common/money';
import { versioned } from '../../http';
import type { Workflow } from '../domain/workflow';
import type { WorkflowOut } from './answers';
import type { StoredWorkflow } from './workflows.repository';

/** {@link presentWorkflow} of a stored workflow, with its version as the ETag. */
export function presentStoredWorkflow({ workflow, version }: StoredWorkflow): WorkflowOut {
  return versioned(presentWorkflow(workflow), version);
}

/** A workflow as a client may send it back. */
export function presentWorkflow({ rules }: Workflow): WorkflowOut {
  return {
    rules: rules.map(({ when, steps }) => ({
      when: {
        ...(when.departmentId !== undefined && { department_id: when.departmentId }),
        ...(when.expenseType !== undefined && { expense_type: when.expenseType }),
      },
      steps: steps.map(({ name, assignee, minAmount, minAmounts, mode }) => ({
        name,
        ...('role' in assignee ? { role: assignee.role } : { user_ids: assignee.userIds }),
        min_amount: toNumber(minAmount),
        min_amounts: Object.entries(minAmounts).map(([currency, amount]) => ({ currency, amount: toNumber(amount) })),
        mode,
      })),
    })),
  };
}
