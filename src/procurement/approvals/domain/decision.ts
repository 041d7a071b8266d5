import { keptWarnings, type Warning } from '../../../common/warnings';
import { apiName } from '../../../common/records/changes';
import type { Lent, Person } from './authority';
import type { RuleCondition, StepAssignee } from './workflow';

/** What a decision passed that would have refused it. A check that would not have refused it is absent. */
export interface Overridden {
  /** Whom the step asked; the user of the admin token was not among them. */
  readonly approver?: StepAssignee | { readonly roles: readonly string[] };
  readonly match?: { readonly match_status: string; readonly reasons: readonly string[] };
  readonly vendor?: { readonly vendor_id: number; readonly vendor_status: string };
  /** The budget's name and currency, and the amounts: available, requested, shortfall. */
  readonly budget?: Warning['text']['params'];
}

/** The overrides that a request asks for, by the names of its fields. */
export interface RequestedOverrides {
  readonly override?: boolean | undefined;
  readonly overrideBudget?: boolean | undefined;
}

/** The budget that an override passed, from the warnings that the check returned; nothing if the budget sufficed. */
export function overriddenBudget(
  { overrideBudget }: RequestedOverrides,
  warnings: readonly Warning[],
): Pick<Overridden, 'budget'> {
  const exceeded = overrideBudget ? warnings.find(({ code }) => code === 'BUDGET_EXCEEDED') : undefined;
  return exceeded ? { budget: exceeded.text.params } : {};
}

/**
 * The part of an audit entry that describes overrides. `override_requested` names what the request asked for, also at a step
 * that does not check it. `override` and `overrode` are present if the decision passed a check that would have refused it.
 */
export function overrideDetails(
  { override, overrideBudget }: RequestedOverrides,
  overrode: Overridden,
): Readonly<Record<string, unknown>> {
  const requested = [...(override ? ['override'] : []), ...(overrideBudget ? ['override_budget'] : [])];
  return {
    ...(requested.length > 0 && { override_requested: requested }),
    ...(Object.keys(overrode).length > 0 && { override: true, overrode }),
  };
}

/** What a decision led to. */
export interface DecisionResult {
  /** The step it was taken on. */
  readonly step: number;
  /** The last step is approved, or a step was rejected: nothing waits any more. */
  readonly ended: boolean;
  /** The step whose turn it is now; null when it has ended. */
  readonly currentStep: number | null;
  /** An admin token decided a step that did not ask its user. */
  readonly override: boolean;
  /** Whom the step asked. */
  readonly asked: StepAssignee;
  /** The one who had delegated, when the decision was taken for them. */
  readonly onBehalfOf: Person | null;
  /** The role of the one who decided, at that time. */
  readonly role: string | null;
  /** The condition of the rule that asked for the step. */
  readonly rule: RuleCondition | null;
  /** By which the decision was taken for another. */
  readonly delegation: Lent | null;
}

/** What else the audit trail records of a decision. */
interface DecisionFacts {
  readonly comments?: string | null;
  readonly requested?: RequestedOverrides;
  /** The checks that the decision passed by an override, beside the step's own. */
  readonly overrode?: Overridden;
  /** Those that stood when it was taken. */
  readonly warnings?: readonly Warning[];
}

/**
 * What the audit trail records of a decision: its step, whom it was taken for, what it overrode, and what stood then.
 * @param decision undefined for an invoice that no steps decide
 */
export function auditDetails(
  decision: DecisionResult | undefined,
  { comments = null, requested = {}, overrode = {}, warnings = [] }: DecisionFacts = {},
): Readonly<Record<string, unknown>> {
  const own = decision?.override ? { approver: decision.asked } : {};
  return {
    ...(decision && stepDetails(decision)),
    ...(comments !== null && { comments }),
    ...overrideDetails(requested, { ...own, ...overrode }),
    ...keptWarnings(warnings),
  };
}

function stepDetails({ onBehalfOf, ...decision }: DecisionResult): Readonly<Record<string, unknown>> {
  return {
    step: decision.step,
    ...(onBehalfOf && { on_behalf_of: onBehalfOf.name }),
    authority: authorityOf(decision),
  };
}

/** On what ground the decision stands, as it was then: a role, a rule or a delegation may change later. */
function authorityOf({
  role,
  asked,
  rule,
  delegation,
}: Pick<DecisionResult, 'role' | 'asked' | 'rule' | 'delegation'>): Readonly<Record<string, unknown>> {
  return {
    role,
    asked: 'role' in asked ? { role: asked.role } : { user_ids: asked.userIds },
    rule: rule && Object.fromEntries(Object.entries(rule).map(([name, value]) => [apiName(name), value])),
    ...(delegation && {
      delegation: {
        id: delegation.id,
        user_id: delegation.userId,
        from: delegation.from,
        to: delegation.to,
        granted_by_id: delegation.grantedById,
      },
    }),
  };
}
