import { ROLES } from '../../../common/actor/roles';
import { toNumber } from '../../../common/money';
import { omitUndefined } from '../../../common/records/given';
import { Out, versioned } from '../../../platform/http';
import {
  EXPENSE_TYPES,
  type ExpenseType,
  STEP_MODES,
  type StepMode,
  type StoredWorkflow,
  type Workflow,
} from '../domain/workflow';

/** Selects the documents of a rule. An absent condition matches everything. */
export class RuleConditionResponse {
  @Out.id({ optional: true }) project_id?: number;
  @Out.id({ optional: true }) department_id?: number;
  @Out.text({ optional: true, example: 'Office supplies' }) vendor_category?: string;
  @Out.oneOf(EXPENSE_TYPES, { optional: true }) expense_type?: ExpenseType;
}

export class InvoiceConditionResponse extends RuleConditionResponse {
  @Out.boolean({ optional: true }) without_order?: boolean;
}

/** Smallest total of a step in this currency. */
export class CurrencyAmountResponse {
  @Out.currency() currency: string;
  @Out.amount() amount: number;
}

/** A step is assigned to a role or to users. */
export class WorkflowStepResponse {
  @Out.text({ nullable: true, example: 'Finance' }) name: string | null;
  @Out.oneOf(ROLES, { optional: true }) role?: string;
  @Out.integers({ optional: true }) user_ids?: readonly number[];
  @Out.amount({ example: 0 }) min_amount: number;
  @Out.list(() => CurrencyAmountResponse) min_amounts: CurrencyAmountResponse[];
  @Out.oneOf(STEP_MODES) mode: StepMode;
}

export class WorkflowRuleResponse {
  @Out.object(() => RuleConditionResponse) when: RuleConditionResponse;
  @Out.list(() => WorkflowStepResponse) steps: WorkflowStepResponse[];
}

export class InvoiceRuleResponse extends WorkflowRuleResponse {
  @Out.object(() => InvoiceConditionResponse)
  override when: InvoiceConditionResponse;
}

export class WorkflowResponse {
  @Out.list(() => WorkflowRuleResponse) rules: WorkflowRuleResponse[];
}

export class AmendmentWorkflowResponse extends WorkflowResponse {
  @Out.boolean({ description: 'The rules of purchase orders apply, including later changes.' }) inherited: boolean;
}

export class InvoiceWorkflowResponse {
  @Out.list(() => InvoiceRuleResponse) rules: InvoiceRuleResponse[];
}

export function toAmendmentWorkflowResponse(stored: StoredWorkflow): AmendmentWorkflowResponse {
  const { workflow, version, inherited } = stored;
  return versioned({ ...toWorkflowResponse(workflow), inherited }, version);
}

export function toStoredWorkflowResponse({ workflow, version }: StoredWorkflow): InvoiceWorkflowResponse {
  return versioned(toWorkflowResponse(workflow), version);
}

/** The result is a valid request body. */
export function toWorkflowResponse({ rules }: Workflow): InvoiceWorkflowResponse {
  return {
    rules: rules.map(({ when, steps }) => ({
      when: omitUndefined({
        without_order: when.withoutOrder,
        project_id: when.projectId,
        department_id: when.departmentId,
        vendor_category: when.vendorCategory,
        expense_type: when.expenseType,
      }),
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
