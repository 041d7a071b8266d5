import { decimal, type Decimal, type DecimalInput } from '../../common/money';

/** What an order's money is for. */
export const EXPENSE_TYPES = ['CAPEX', 'OPEX'] as const;
export type ExpenseType = (typeof EXPENSE_TYPES)[number];

/** One of those named is enough, or each of them is needed. */
export const STEP_MODES = ['any', 'all'] as const;
export type StepMode = (typeof STEP_MODES)[number];

/** Where a step stands. */
export const STEP_STATUSES = ['waiting', 'pending', 'approved', 'rejected', 'skipped'] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

/** Who a step asks: the holders of a role, or users by name. */
export type StepAssignee = { readonly role: string } | { readonly userIds: readonly number[] };

/** A step as a tenant configures it. */
export interface WorkflowStep {
  readonly name: string | null;
  readonly assignee: StepAssignee;
  /** Applies from this total on, inclusive, in the tenant's currency. */
  readonly minAmount: DecimalInput;
  /** The same for orders in these other currencies. */
  readonly minAmounts: Readonly<Record<string, DecimalInput>>;
  readonly mode: StepMode;
}

/** Steps for the orders a rule matches. */
export interface WorkflowRule {
  readonly when: { readonly departmentId?: number; readonly expenseType?: ExpenseType };
  readonly steps: readonly WorkflowStep[];
}

/** A tenant's rules for one kind of document. */
export interface Workflow {
  readonly rules: readonly WorkflowRule[];
}

/** What a workflow is asked about. */
export interface Routed {
  readonly departmentId: number;
  readonly expenseType: ExpenseType;
  readonly total: Decimal;
  readonly currency: string;
}

/** A step frozen onto a document: later changes of the workflow do not reach it. */
export interface FrozenStep {
  /** 1-based. */
  readonly step: number;
  readonly name: string | null;
  readonly assignee: StepAssignee;
  readonly mode: StepMode;
}

/** A decision as it was taken. */
export interface RecordedDecision {
  readonly outcome: 'approved' | 'rejected';
  readonly by: { readonly id: number; readonly name: string };
  /** The one who had delegated, when someone else decided for them. */
  readonly onBehalfOf: { readonly id: number; readonly name: string } | null;
  readonly override: boolean;
  readonly comments: string | null;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** A step as the record holds it. */
export interface RecordedStep extends Omit<FrozenStep, 'mode'> {
  /** Which submission it belongs to, from 1. */
  readonly round: number;
  readonly status: StepStatus;
  readonly decisions: readonly RecordedDecision[];
}

/** The role that stands for a document's own department. */
export const DEPARTMENT_HEAD = 'department_head';

const HEAD_STEP: WorkflowStep = {
  name: null,
  assignee: { role: DEPARTMENT_HEAD },
  minAmount: 0,
  minAmounts: {},
  mode: 'any',
};

/** What a tenant has before it configures anything: one step, the head of the department. */
export const DEFAULT_WORKFLOW: Workflow = { rules: [{ when: {}, steps: [HEAD_STEP] }] };

/**
 * The steps a document has to pass, numbered from 1. The most specific matching rule decides alone (a department
 * weighs more than an expense type); of its steps those apply whose amount the total reaches. A document nobody
 * would be asked about, because no rule matches it or its total is below every step, is put to the head of the
 * department: nothing is ever approved by no one.
 */
export function stepsFor(workflow: Workflow, routed: Routed, tenantCurrency: string): readonly FrozenStep[] {
  const rule = mostSpecific(workflow.rules.filter(({ when }) => matches(when, routed)));
  const applying = (rule?.steps ?? []).filter((step) => applies(step, routed, tenantCurrency));
  return (applying.length > 0 ? applying : [HEAD_STEP]).map(({ name, assignee, mode }, index) => ({
    step: index + 1,
    name,
    assignee,
    mode,
  }));
}

function matches(when: WorkflowRule['when'], routed: Routed): boolean {
  return (
    (when.departmentId === undefined || when.departmentId === routed.departmentId) &&
    (when.expenseType === undefined || when.expenseType === routed.expenseType)
  );
}

function mostSpecific(rules: readonly WorkflowRule[]): WorkflowRule | undefined {
  return [...rules].sort((a, b) => specificity(b) - specificity(a))[0];
}

function specificity({ when }: WorkflowRule): number {
  return (when.departmentId === undefined ? 0 : 2) + (when.expenseType === undefined ? 0 : 1);
}

/**
 * In the tenant's currency a step applies from its amount on. Amounts in another currency cannot be compared with it,
 * so there every step applies unless it names an amount in that very currency.
 */
function applies(step: WorkflowStep, { total, currency }: Routed, tenantCurrency: string): boolean {
  const named = Object.hasOwn(step.minAmounts, currency) ? step.minAmounts[currency] : undefined;
  const threshold = named ?? (currency === tenantCurrency ? step.minAmount : undefined);
  return threshold === undefined || total.gte(decimal(threshold));
}
