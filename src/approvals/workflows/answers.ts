import { ROLES } from '../../common/actor/roles';
import { toNumber } from '../../common/money';
import { Out, versioned } from '../../http';
import { EXPENSE_TYPES, type ExpenseType, STEP_MODES, type StepMode, type Workflow } from '../domain/workflow';
import type { StoredWorkflow } from './workflows.repository';

/** Which orders a rule is for; what is absent is any. */
export class RuleConditionOut {
  @Out.id({ optional: true }) department_id?: number;
  @Out.oneOf(EXPENSE_TYPES, { optional: true }) expense_type?: ExpenseType;
}

/** From which total on a step applies to orders in this currency. */
export class CurrencyAmountOut {
  @Out.currency() currency: string;
  @Out.amount() amount: number;
}

/** A step: it asks a role, or users by id. */
export class WorkflowStepOut {
  @Out.text({ nullable: true, example: 'Finance' }) name: string | null;
  @Out.oneOf(ROLES, { optional: true }) role?: string;
  @Out.integers({ optional: true }) user_ids?: readonly number[];
  @Out.amount({ example: 0 }) min_amount: number;
  @Out.list(() => CurrencyAmountOut) min_amounts: CurrencyAmountOut[];
  @Out.oneOf(STEP_MODES) mode: StepMode;
}

/** A rule: the steps of the orders it matches. */
export class WorkflowRuleOut {
  @Out.object(() => RuleConditionOut) when: RuleConditionOut;
  @Out.list(() => WorkflowStepOut) steps: WorkflowStepOut[];
}

/** A whole workflow. */
export class WorkflowOut {
  @Out.list(() => WorkflowRuleOut) rules: WorkflowRuleOut[];
}

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
