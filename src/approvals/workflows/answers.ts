import { ROLES } from '../../common/actor/roles';
import { Out } from '../../http';
import { EXPENSE_TYPES, type ExpenseType, STEP_MODES, type StepMode } from '../domain/workflow';

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
