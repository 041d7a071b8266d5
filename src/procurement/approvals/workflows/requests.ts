import { invalid, type Message } from '../../../common/errors';
import { ROLES } from '../../../common/actor/roles';
import { textKey } from '../../../common/records/keys';
import { Field, MAX_NAME } from '../../../platform/http';
import {
  CONDITIONS,
  EXPENSE_TYPES,
  type ExpenseType,
  type RuleCondition,
  STEP_MODES,
  type StepMode,
  type Workflow,
  type WorkflowRule,
  type WorkflowStep,
} from '../domain/workflow';

/** Maximum number of rules per workflow. */
const MAX_RULES = 200;
const MAX_STEPS = 20;
const MAX_USERS = 50;
const MAX_CURRENCIES = 50;
/** The maximum of steps, users and amounts together. The other limits together would exceed a request body. */
export const MAX_PARTS_OF_WORKFLOW = 3000;

/** Selects the documents of a rule. An absent condition matches everything. */
export class RuleConditionDto {
  @Field.id({ optional: true, nullable: true }) project_id?: number | null;
  @Field.id({ optional: true, nullable: true }) department_id?: number | null;

  @Field.text({
    optional: true,
    nullable: true,
    max: MAX_NAME,
    example: 'Office supplies',
    description:
      'The full category of the vendor. At least one vendor must have it. Case, accents, Arabic marks and spelling variants are ignored.',
  })
  vendor_category?: string | null;

  @Field.oneOf(EXPENSE_TYPES, { optional: true, nullable: true }) expense_type?: ExpenseType | null;
}

export class InvoiceConditionDto extends RuleConditionDto {
  @Field.boolean({
    optional: true,
    nullable: true,
    description: '`true`: only invoices without an order. `false`: only invoices with an order.',
  })
  without_order?: boolean | null;
}

/** Smallest total of a step in a currency other than the tenant's. */
export class CurrencyAmountDto {
  @Field.currency() currency: string;
  @Field.amount({ example: 2500 }) amount: number;
}

/** Exactly one of `role` and `user_ids`. */
export class WorkflowStepDto {
  @Field.text({ optional: true, nullable: true, max: MAX_NAME, example: 'Finance' }) name?: string | null;

  @Field.oneOf(ROLES, {
    optional: true,
    nullable: true,
    description: "`department_head` means the head of the document's department and its users with that role.",
  })
  role?: string | null;

  @Field.ids({
    optional: true,
    nullable: true,
    min: 1,
    max: MAX_USERS,
    description: 'User ids, instead of a role.',
  })
  user_ids?: number[] | null;

  @Field.amount({
    optional: true,
    description: "Smallest total from which the step applies, in the tenant's currency. Default: 0.",
  })
  min_amount?: number;

  @Field.objects(() => CurrencyAmountDto, {
    optional: true,
    max: MAX_CURRENCIES,
    description: 'Smallest totals in other currencies. In a currency without an entry, the step always applies.',
  })
  min_amounts?: CurrencyAmountDto[];

  @Field.oneOf(STEP_MODES, {
    optional: true,
    description: '`any`: one approval is enough. `all`: all approvers must approve. Default: `any`.',
  })
  mode?: StepMode;
}

export class WorkflowRuleDto {
  @Field.object(() => RuleConditionDto, { optional: true, description: 'Conditions. Default: every document.' })
  when?: RuleConditionDto;

  @Field.objects(() => WorkflowStepDto, { min: 1, max: MAX_STEPS }) steps: WorkflowStepDto[];
}

export class InvoiceRuleDto extends WorkflowRuleDto {
  @Field.object(() => InvoiceConditionDto, { optional: true, description: 'Conditions. Default: every invoice.' })
  override when?: InvoiceConditionDto;
}

const PARTS = `At most ${MAX_PARTS_OF_WORKFLOW} steps, users in \`user_ids\` and amounts in \`min_amounts\` in total.`;
const SPECIFIC =
  'Only the most specific matching rule applies. The weight of conditions falls in this order: project, department, vendor category, expense type.';

/** Replaces the current workflow. */
export class WorkflowDto {
  @Field.objects(() => WorkflowRuleDto, { max: MAX_RULES, description: `${SPECIFIC} ${PARTS}` })
  rules: WorkflowRuleDto[];
}

export class AmendmentWorkflowDto {
  @Field.objects(() => WorkflowRuleDto, {
    max: MAX_RULES,
    nullable: true,
    description: `${SPECIFIC} ${PARTS} Null: the rules of purchase orders apply, including later changes.`,
  })
  rules: WorkflowRuleDto[] | null;
}

export class InvoiceWorkflowDto {
  @Field.objects(() => InvoiceRuleDto, {
    max: MAX_RULES,
    description: `${SPECIFIC} \`without_order\` weighs more than all of them. ${PARTS} An invoice without steps needs one decision.`,
  })
  rules: InvoiceRuleDto[];
}

/**
 * @throws DomainError VALIDATION_ERROR on each step with both or neither of role and users, or with a repeated
 * currency; on each rule with the condition of another rule; on `rules` over the maximum
 */
export function toWorkflow({ rules }: InvoiceWorkflowDto): Workflow {
  if (partsOf(rules) > MAX_PARTS_OF_WORKFLOW) {
    throw invalid({ rules: [{ key: 'approval.workflow_size', params: { max: MAX_PARTS_OF_WORKFLOW } }] });
  }
  const faults: Record<string, Message[]> = {};
  rules.forEach((rule, index) => {
    const twin = rules.findIndex((other) => conditionKey(other) === conditionKey(rule));
    if (twin < index) faults[`rules.${index}.when`] = [{ key: 'approval.rule_twice', params: { other: twin } }];
    rule.steps.forEach((step, place) => {
      Object.assign(faults, stepFaults(step, `rules.${index}.steps.${place}`));
    });
  });
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return { rules: rules.map(toRule) };
}

function partsOf(rules: readonly InvoiceRuleDto[]): number {
  const steps = rules.flatMap((rule) => rule.steps);
  return steps.reduce((sum, step) => sum + 1 + (step.user_ids?.length ?? 0) + (step.min_amounts?.length ?? 0), 0);
}

function conditionKey(rule: InvoiceRuleDto): string {
  const { when } = toRule(rule);
  const compared = when.vendorCategory === undefined ? when : { ...when, vendorCategory: textKey(when.vendorCategory) };
  return JSON.stringify(CONDITIONS.map((name) => compared[name] ?? null));
}

function stepFaults(step: WorkflowStepDto, path: string): Record<string, Message[]> {
  const faults: Record<string, Message[]> = {};
  if (isGiven(step.role) === isGiven(step.user_ids)) faults[`${path}.role`] = [{ key: 'approval.role_or_users' }];
  const currencies = (step.min_amounts ?? []).map(({ currency }) => currency);
  if (new Set(currencies).size < currencies.length) {
    faults[`${path}.min_amounts`] = [{ key: 'validation.array_unique' }];
  }
  return faults;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function toRule({ when, steps }: InvoiceRuleDto): WorkflowRule {
  return { when: conditionOf(when), steps: steps.map(toStep) };
}

function conditionOf(when: InvoiceConditionDto = {}): RuleCondition {
  const named = {
    withoutOrder: when.without_order,
    projectId: when.project_id,
    departmentId: when.department_id,
    vendorCategory: when.vendor_category,
    expenseType: when.expense_type,
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => isGiven(value)));
}

function toStep(step: WorkflowStepDto): WorkflowStep {
  return {
    name: step.name ?? null,
    assignee: step.user_ids ? { userIds: step.user_ids } : { role: step.role ?? '' },
    minAmount: step.min_amount ?? 0,
    minAmounts: Object.fromEntries((step.min_amounts ?? []).map(({ currency, amount }) => [currency, amount])),
    mode: step.mode ?? 'any',
  };
}
