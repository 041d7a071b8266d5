import { decimal, type Decimal, type DecimalInput } from '../../../common/money';
import { textKey } from '../../../common/records/keys';

/** What an order's money is for. */
export const EXPENSE_TYPES = ['CAPEX', 'OPEX'] as const;
export type ExpenseType = (typeof EXPENSE_TYPES)[number];

/** One of those named is enough, or each of them is needed. */
export const STEP_MODES = ['any', 'all'] as const;
export type StepMode = (typeof STEP_MODES)[number];

/** Which documents a workflow routes. */
export const WORKFLOW_KINDS = ['purchase-orders', 'amendments', 'invoices'] as const;
export type WorkflowKind = (typeof WORKFLOW_KINDS)[number];

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
  /** The same for documents in these other currencies. */
  readonly minAmounts: Readonly<Record<string, DecimalInput>>;
  readonly mode: StepMode;
}

/** Which documents a rule is for; what is left out is any. */
export interface RuleCondition {
  /** Whether it is an invoice that bills no order. */
  readonly withoutOrder?: boolean;
  readonly projectId?: number;
  readonly departmentId?: number;
  /** The whole category of the vendor, compared by its key. */
  readonly vendorCategory?: string;
  readonly expenseType?: ExpenseType;
}

/**
 * What a rule may ask for, the most specific first. Of two rules that match a document the one wins that asks for the first of
 * these that the other leaves out.
 */
export const CONDITIONS = [
  'withoutOrder',
  'projectId',
  'departmentId',
  'vendorCategory',
  'expenseType',
] as const satisfies readonly (keyof RuleCondition)[];

/** Steps for the documents a rule matches. */
export interface WorkflowRule {
  readonly when: RuleCondition;
  readonly steps: readonly WorkflowStep[];
}

/** A tenant's rules for one kind of document. */
export interface Workflow {
  readonly rules: readonly WorkflowRule[];
}

/** A workflow as it is in force, with the version its ETag comes from. */
export interface StoredWorkflow {
  readonly workflow: Workflow;
  /** Rises whenever the rules shown may have changed; 0 while nobody has configured anything. */
  readonly version: number;
  /** It has no rules of its own and follows those of another kind. */
  readonly inherited: boolean;
}

/** What a workflow is asked about. An invoice has the order's project, department and expense type, or what it has itself. */
export interface Routed {
  readonly withoutOrder: boolean;
  readonly projectId: number | null;
  readonly departmentId: number | null;
  readonly vendorCategory: string | null;
  readonly expenseType: ExpenseType | null;
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

/** How a kind of document is routed. */
interface Routing {
  /** What a tenant has before it configures anything; the name of another kind is that kind's workflow, whatever it is. */
  readonly initial: Workflow | WorkflowKind;
  /** What a document takes that no rule and no amount catches; none where it is decided without steps then. */
  readonly otherwise: readonly WorkflowStep[];
}

/** The table of workflows. An order or an amendment is never approved by no one; an invoice without steps has one decision. */
export const WORKFLOWS = {
  'purchase-orders': { initial: { rules: [{ when: {}, steps: [HEAD_STEP] }] }, otherwise: [HEAD_STEP] },
  amendments: { initial: 'purchase-orders', otherwise: [HEAD_STEP] },
  invoices: { initial: { rules: [] }, otherwise: [] },
} as const satisfies Readonly<Record<WorkflowKind, Routing>>;

/** What an invoice without an order takes in a tenant with strict controls, where no rule asks for a step of it. */
export const STRICT_INVOICE_STEPS: readonly WorkflowStep[] = [
  HEAD_STEP,
  { ...HEAD_STEP, assignee: { role: 'finance_manager' } },
];

/** What of a tenant decides which steps apply. */
interface RoutingTenant {
  readonly currency: string;
  /** The profile of strict controls holds. */
  readonly strict: boolean;
}

/**
 * The steps a document has to pass, numbered from 1. The most specific matching rule decides alone ({@link CONDITIONS}); of its
 * steps those apply whose amount the total reaches. A document of which no rule or no amount catches anything takes what its
 * kind takes then ({@link WORKFLOWS}, {@link STRICT_INVOICE_STEPS}).
 */
export function stepsFor(
  kind: WorkflowKind,
  workflow: Workflow,
  routed: Routed,
  tenant: RoutingTenant,
): readonly FrozenStep[] {
  const applying = applyingRule(workflow, routed, tenant)?.steps;
  const steps = applying ?? otherwise(kind, routed, tenant);
  return steps.map(({ name, assignee, mode }, index) => ({ step: index + 1, name, assignee, mode }));
}

/** The condition of the rule that asks for the steps of a document; null where no rule of the workflow does. */
export function ruleFor(workflow: Workflow, routed: Routed, tenant: RoutingTenant): RuleCondition | null {
  return applyingRule(workflow, routed, tenant)?.when ?? null;
}

/** The rule that decides about a document, with those of its steps that apply; undefined where there is none. */
function applyingRule(workflow: Workflow, routed: Routed, { currency }: RoutingTenant): WorkflowRule | undefined {
  const rule = mostSpecific(
    workflow.rules.filter(({ when }) => matches(when, routed)),
    routed,
  );
  const steps = (rule?.steps ?? []).filter((step) => applies(step, routed, currency));
  return rule && steps.length > 0 ? { when: rule.when, steps } : undefined;
}

function otherwise(kind: WorkflowKind, { withoutOrder }: Routed, { strict }: RoutingTenant): readonly WorkflowStep[] {
  return strict && withoutOrder && kind === 'invoices' ? STRICT_INVOICE_STEPS : WORKFLOWS[kind].otherwise;
}

function matches(when: RuleCondition, routed: Routed): boolean {
  return CONDITIONS.every((name) => when[name] === undefined || isSame(when[name], routed[name]));
}

/** Categories are compared by their keys ({@link textKey}). */
function isSame(asked: RuleCondition[keyof RuleCondition], given: Routed[keyof RuleCondition]): boolean {
  return typeof asked === 'string' && typeof given === 'string' ? textKey(asked) === textKey(given) : asked === given;
}

/** Of rules that ask for the same, and whose categories differ in spelling alone, the one that has the document's spelling. */
function mostSpecific(rules: readonly WorkflowRule[], { vendorCategory }: Routed): WorkflowRule | undefined {
  const isSpelledSo = ({ when }: WorkflowRule): number => (when.vendorCategory === vendorCategory ? 1 : 0);
  return [...rules].sort((a, b) => specificity(b) - specificity(a) || isSpelledSo(b) - isSpelledSo(a))[0];
}

/** Each condition weighs more than all that follow it together. */
function specificity({ when }: WorkflowRule): number {
  return CONDITIONS.reduce((sum, name) => 2 * sum + (when[name] === undefined ? 0 : 1), 0);
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
