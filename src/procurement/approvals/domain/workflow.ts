import { decimal, type Decimal, type DecimalInput } from '../../../common/money';
import { textKey } from '../../../common/records/keys';

export const EXPENSE_TYPES = ['CAPEX', 'OPEX'] as const;
export type ExpenseType = (typeof EXPENSE_TYPES)[number];

/** One approval is enough, or all approvers must approve. */
export const STEP_MODES = ['any', 'all'] as const;
export type StepMode = (typeof STEP_MODES)[number];

export const WORKFLOW_KINDS = ['purchase-orders', 'amendments', 'invoices'] as const;
export type WorkflowKind = (typeof WORKFLOW_KINDS)[number];

export const STEP_STATUSES = ['waiting', 'pending', 'approved', 'rejected', 'skipped'] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

export type StepAssignee = { readonly role: string } | { readonly userIds: readonly number[] };

/** A step in a tenant's configuration. */
export interface WorkflowStep {
  readonly name: string | null;
  readonly assignee: StepAssignee;
  /** Smallest total, inclusive, in the tenant's currency. */
  readonly minAmount: DecimalInput;
  /** Smallest totals in other currencies. */
  readonly minAmounts: Readonly<Record<string, DecimalInput>>;
  readonly mode: StepMode;
}

/** Selects the documents of a rule. An absent condition matches everything. */
export interface RuleCondition {
  /** Whether the invoice has no order. */
  readonly withoutOrder?: boolean;
  readonly projectId?: number;
  readonly departmentId?: number;
  /** The full category of the vendor, compared by its key. */
  readonly vendorCategory?: string;
  readonly expenseType?: ExpenseType;
}

/** Most specific first. Of two matching rules, the one with the first condition that the other lacks applies. */
export const CONDITIONS = [
  'withoutOrder',
  'projectId',
  'departmentId',
  'vendorCategory',
  'expenseType',
] as const satisfies readonly (keyof RuleCondition)[];

export interface WorkflowRule {
  readonly when: RuleCondition;
  readonly steps: readonly WorkflowStep[];
}

export interface Workflow {
  readonly rules: readonly WorkflowRule[];
}

/** The current workflow, and the version for its ETag. */
export interface StoredWorkflow {
  readonly workflow: Workflow;
  /** Rises whenever the rules may have changed; 0 before the first configuration. */
  readonly version: number;
  /** The rules of another kind apply. */
  readonly inherited: boolean;
}

/** The input of a workflow. An invoice has the project, department and expense type of its order, otherwise its own. */
export interface Routed {
  readonly withoutOrder: boolean;
  readonly projectId: number | null;
  readonly departmentId: number | null;
  readonly vendorCategory: string | null;
  readonly expenseType: ExpenseType | null;
  readonly total: Decimal;
  readonly currency: string;
}

/** A step frozen onto a document. Later changes of the workflow do not affect it. */
export interface FrozenStep {
  /** Counts from 1. */
  readonly step: number;
  readonly name: string | null;
  readonly assignee: StepAssignee;
  readonly mode: StepMode;
}

export interface RecordedDecision {
  readonly outcome: 'approved' | 'rejected';
  readonly by: { readonly id: number; readonly name: string };
  /** The principal, if a delegate decided. */
  readonly onBehalfOf: { readonly id: number; readonly name: string } | null;
  readonly override: boolean;
  readonly comments: string | null;
  /** ISO 8601, UTC. */
  readonly at: string;
}

export interface RecordedStep extends Omit<FrozenStep, 'mode'> {
  /** The submission, counted from 1. */
  readonly round: number;
  readonly status: StepStatus;
  readonly decisions: readonly RecordedDecision[];
}

/** This role means the head of the document's own department. */
export const DEPARTMENT_HEAD = 'department_head';

const HEAD_STEP: WorkflowStep = {
  name: null,
  assignee: { role: DEPARTMENT_HEAD },
  minAmount: 0,
  minAmounts: {},
  mode: 'any',
};

interface Routing {
  /** The workflow before a tenant configures one. The name of another kind means the current workflow of that kind. */
  readonly initial: Workflow | WorkflowKind;
  /** Steps of a document that no rule or amount matches. If empty, it is decided without steps. */
  readonly otherwise: readonly WorkflowStep[];
}

/** Orders and amendments always need an approval. An invoice without steps needs one decision. */
export const WORKFLOWS = {
  'purchase-orders': { initial: { rules: [{ when: {}, steps: [HEAD_STEP] }] }, otherwise: [HEAD_STEP] },
  amendments: { initial: 'purchase-orders', otherwise: [HEAD_STEP] },
  invoices: { initial: { rules: [] }, otherwise: [] },
} as const satisfies Readonly<Record<WorkflowKind, Routing>>;

/** Steps of an invoice without an order if no rule matches, in a tenant with strict controls. */
export const STRICT_INVOICE_STEPS: readonly WorkflowStep[] = [
  HEAD_STEP,
  { ...HEAD_STEP, assignee: { role: 'finance_manager' } },
];

interface RoutingTenant {
  readonly currency: string;
  /** Strict controls are enabled. */
  readonly strict: boolean;
}

/**
 * The steps of a document, numbered from 1. Only the most specific matching rule applies ({@link CONDITIONS}), with the
 * steps whose amount the total reaches. Without any, the defaults of the kind apply ({@link WORKFLOWS},
 * {@link STRICT_INVOICE_STEPS}).
 */
export function stepsFor(
  kind: WorkflowKind,
  workflow: Workflow,
  routed: Routed,
  tenant: RoutingTenant,
): readonly FrozenStep[] {
  const steps = applyingRule(workflow, routed, tenant)?.steps ?? otherwise(kind, routed, tenant);
  return steps.map(({ name, assignee, mode }, index) => ({ step: index + 1, name, assignee, mode }));
}

export function ruleFor(workflow: Workflow, routed: Routed, tenant: RoutingTenant): RuleCondition | null {
  return applyingRule(workflow, routed, tenant)?.when ?? null;
}

/** The most specific rule for a document, with only its applicable steps; undefined if no step applies. */
function applyingRule(workflow: Workflow, routed: Routed, { currency }: RoutingTenant): WorkflowRule | undefined {
  const matching = workflow.rules.filter(({ when }) => matches(when, routed));
  const rule = mostSpecific(matching, routed);
  const steps = (rule?.steps ?? []).filter((step) => applies(step, routed, currency));
  return rule && steps.length > 0 ? { when: rule.when, steps } : undefined;
}

function otherwise(kind: WorkflowKind, { withoutOrder }: Routed, { strict }: RoutingTenant): readonly WorkflowStep[] {
  return strict && withoutOrder && kind === 'invoices' ? STRICT_INVOICE_STEPS : WORKFLOWS[kind].otherwise;
}

function matches(when: RuleCondition, routed: Routed): boolean {
  return CONDITIONS.every((name) => when[name] === undefined || isSame(when[name], routed[name]));
}

/** Compares categories by key ({@link textKey}). */
function isSame(asked: RuleCondition[keyof RuleCondition], given: Routed[keyof RuleCondition]): boolean {
  return typeof asked === 'string' && typeof given === 'string' ? textKey(asked) === textKey(given) : asked === given;
}

/** If rules differ only in the spelling of the category, the one with the document's spelling applies. */
function mostSpecific(rules: readonly WorkflowRule[], { vendorCategory }: Routed): WorkflowRule | undefined {
  const isSpelledSo = ({ when }: WorkflowRule): number => (when.vendorCategory === vendorCategory ? 1 : 0);
  return [...rules].sort((a, b) => specificity(b) - specificity(a) || isSpelledSo(b) - isSpelledSo(a))[0];
}

/** Each condition weighs more than all later ones together. */
function specificity({ when }: WorkflowRule): number {
  return CONDITIONS.reduce((sum, name) => 2 * sum + (when[name] === undefined ? 0 : 1), 0);
}

/** In another currency, a step applies from its amount in that currency, or always if it has none. */
function applies(step: WorkflowStep, { total, currency }: Routed, tenantCurrency: string): boolean {
  const named = Object.hasOwn(step.minAmounts, currency) ? step.minAmounts[currency] : undefined;
  const threshold = named ?? (currency === tenantCurrency ? step.minAmount : undefined);
  return threshold === undefined || total.gte(decimal(threshold));
}
