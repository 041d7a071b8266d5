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

/** Which documents a rule is for; what is left out is any. */
export class RuleConditionDto {
  @Field.id({ optional: true, nullable: true }) project_id?: number | null;
  @Field.id({ optional: true, nullable: true }) department_id?: number | null;

  @Field.text({
    optional: true,
    nullable: true,
    max: MAX_NAME,
    example: 'Office supplies',
    description:
      'The whole category of the vendor, as at least one vendor has it. Case, accents, Arabic marks and spelling variants do not matter.',
  })
  vendor_category?: string | null;

  @Field.oneOf(EXPENSE_TYPES, { optional: true, nullable: true }) expense_type?: ExpenseType | null;
}

/** Which invoices a rule is for; what is left out is any. */
export class InvoiceConditionDto extends RuleConditionDto {
  @Field.boolean({
    optional: true,
    nullable: true,
    description: 'Invoices that bill no order, or those that bill one.',
  })
  without_order?: boolean | null;
}

/** From which total on a step applies to documents in a currency other than the tenant's. */
export class CurrencyAmountDto {
  @Field.currency() currency: string;
  @Field.amount({ example: 2500 }) amount: number;
}

/** A step: exactly one of `role` and `user_ids`. */
export class WorkflowStepDto {
  @Field.text({ optional: true, nullable: true, max: MAX_NAME, example: 'Finance' }) name?: string | null;

  @Field.oneOf(ROLES, {
    optional: true,
    nullable: true,
    description: "`department_head`: the head of the document's department, or its users of that role.",
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

  @Field.objects(() => CurrencyAmountDto, {
    optional: true,
    max: MAX_CURRENCIES,
    description: 'The same for other currencies; in a currency not named here the step always applies.',
  })
  min_amounts?: CurrencyAmountDto[];

  @Field.oneOf(STEP_MODES, { optional: true, description: 'One approval is enough, or all. `any` when left out.' })
  mode?: StepMode;
}

/** A rule: the steps of the documents it matches. */
export class WorkflowRuleDto {
  @Field.object(() => RuleConditionDto, { optional: true, description: 'Every document when left out.' })
  when?: RuleConditionDto;

  @Field.objects(() => WorkflowStepDto, { min: 1, max: MAX_STEPS }) steps: WorkflowStepDto[];
}

/** A rule: the steps of the invoices it matches. */
export class InvoiceRuleDto extends WorkflowRuleDto {
  @Field.object(() => InvoiceConditionDto, { optional: true, description: 'Every invoice when left out.' })
  override when?: InvoiceConditionDto;
}

const PARTS = `At most ${MAX_PARTS_OF_WORKFLOW} steps, users in \`user_ids\` and amounts in \`min_amounts\`, counted together.`;
const SPECIFIC =
  'The most specific rule that matches decides alone: a project weighs more than a department, that more than a category of vendors, that more than an expense type.';

/** A whole workflow; it replaces the one there is. */
export class WorkflowDto {
  @Field.objects(() => WorkflowRuleDto, { max: MAX_RULES, description: `${SPECIFIC} ${PARTS}` })
  rules: WorkflowRuleDto[];
}

/** The workflow of amendments; it replaces the one there is. */
export class AmendmentWorkflowDto {
  @Field.objects(() => WorkflowRuleDto, {
    max: MAX_RULES,
    nullable: true,
    description: `${SPECIFIC} ${PARTS} Null: those of purchase orders, whatever they become.`,
  })
  rules: WorkflowRuleDto[] | null;
}

/** The workflow of invoices; it replaces the one there is. */
export class InvoiceWorkflowDto {
  @Field.objects(() => InvoiceRuleDto, {
    max: MAX_RULES,
    description: `${SPECIFIC} Whether there is an order weighs more than all of them. ${PARTS} An invoice that none of them asks for a step takes one decision.`,
  })
  rules: InvoiceRuleDto[];
}

/**
 * A request's workflow in the rules' words.
 * @throws DomainError VALIDATION_ERROR naming each step that says both or neither of role and users, names a currency
 *   twice, and each rule whose condition another rule has too; `rules` alone when they are too much in all
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

/** How many steps, users and amounts there are in all. */
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
