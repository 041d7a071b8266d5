import { Field, MAX_NAME, Out } from '../../http';
import { ROLES } from '../../common/roles';
import { EXPENSE_TYPES, type ExpenseType, STEP_MODES, type StepMode } from '../domain/workflow';

/** Most rules of a workflow, and most steps of a rule. */
const MAX_RULES = 200;
const MAX_STEPS = 20;
const MAX_USERS = 50;
const MAX_CURRENCIES = 50;
/**
 * Most steps, users and amounts of a whole workflow, counted together. The maxima above, reached everywhere at once, would
 * be far more than any body may hold; this one keeps the largest workflow within it.
 */
export const MAX_PARTS_OF_WORKFLOW = 3000;

/** Which orders a rule is for; what is left out is any. */
export class RuleConditionIn {
  @Field.id({ optional: true, nullable: true })
  department_id?: number | null;

  @Field.oneOf(EXPENSE_TYPES, { optional: true, nullable: true })
  expense_type?: ExpenseType | null;
}

/** From which total on a step applies to orders in a currency other than the tenant's. */
export class CurrencyAmountIn {
  @Field.currency()
  currency: string;

  @Field.amount({ example: 2500 })
  amount: number;
}

/** A step: exactly one of `role` and `user_ids`. */
export class WorkflowStepIn {
  @Field.text({ optional: true, nullable: true, max: MAX_NAME, example: 'Finance' })
  name?: string | null;

  @Field.oneOf(ROLES, {
    optional: true,
    nullable: true,
    description: "`department_head`: the head of the order's department, or its users of that role.",
  })
  role?: string | null;

  @Field.ids({
    optional: true,
    nullable: true,
    min: 1,
    max: MAX_USERS,
    description: 'Users by id, in place of a role.',
  })
  user_ids?: number[] | null;

  @Field.amount({
    optional: true,
    description: "Applies from this total on, in the tenant's currency. 0 when left out.",
  })
  min_amount?: number;

  @Field.objects(() => CurrencyAmountIn, {
    optional: true,
    max: MAX_CURRENCIES,
    description: 'The same for other currencies; in a currency not named here the step always applies.',
  })
  min_amounts?: CurrencyAmountIn[];

  @Field.oneOf(STEP_MODES, { optional: true, description: 'One approval is enough, or all. `any` when left out.' })
  mode?: StepMode;
}

/** A rule: the steps of the orders it matches. */
export class WorkflowRuleIn {
  @Field.object(() => RuleConditionIn, { optional: true, description: 'Every order when left out.' })
  when?: RuleConditionIn;

  @Field.objects(() => WorkflowStepIn, { min: 1, max: MAX_STEPS })
  steps: WorkflowStepIn[];
}

/** A whole workflow; it replaces the one there is. */
export class WorkflowIn {
  @Field.objects(() => WorkflowRuleIn, {
    max: MAX_RULES,
    description: `The most specific rule that matches an order decides alone; a department weighs more than an expense type. At most ${MAX_PARTS_OF_WORKFLOW} steps, users in \`user_ids\` and amounts in \`min_amounts\`, counted together.`,
  })
  rules: WorkflowRuleIn[];
}

export class RuleConditionOut {
  @Out.id({ optional: true }) department_id?: number;
  @Out.oneOf(EXPENSE_TYPES, { optional: true }) expense_type?: ExpenseType;
}

export class CurrencyAmountOut {
  @Out.currency() currency: string;
  @Out.amount() amount: number;
}

export class WorkflowStepOut {
  @Out.text({ nullable: true, example: 'Finance' }) name: string | null;
  @Out.oneOf(ROLES, { optional: true }) role?: string;
  @Out.integers({ optional: true }) user_ids?: readonly number[];
  @Out.amount({ example: 0 }) min_amount: number;
  @Out.list(() => CurrencyAmountOut) min_amounts: CurrencyAmountOut[];
  @Out.oneOf(STEP_MODES) mode: StepMode;
}

export class WorkflowRuleOut {
  @Out.object(() => RuleConditionOut) when: RuleConditionOut;
  @Out.list(() => WorkflowStepOut) steps: WorkflowStepOut[];
}

export class WorkflowOut {
  @Out.list(() => WorkflowRuleOut) rules: WorkflowRuleOut[];
}
