import { auditedWarnings, type Warning } from '../../../common/warnings';
import { apiName } from '../../../common/records/changes';
import type { ActiveDelegation, Person } from './authority';
import type { RuleCondition, StepAssignee } from './workflow';

/** The checks that an override bypassed. A check that passed is absent. */
export interface Overridden {
  /** The assignee of the step; the user of the admin token was not an approver. */
  readonly approver?: StepAssignee | { readonly roles: readonly string[] };
  readonly match?: { readonly match_status: string; readonly reasons: readonly string[] };
  readonly vendor?: { readonly vendor_id: number; readonly vendor_status: string };
  /** The budget's name and currency, and the amounts: available, requested, shortfall. */
  readonly budget?: Warning['text']['params'];
}

/** The overrides in a request, by field name. */
export interface RequestedOverrides {
  readonly override?: boolean | undefined;
  readonly overrideBudget?: boolean | undefined;
}

/** The budget that an override exceeded, from the warnings of the check; empty if the budget sufficed. */
export function overriddenBudget(
  { overrideBudget }: RequestedOverrides,
  warnings: readonly Warning[],
): Pick<Overridden, 'budget'> {
  const exceeded = overrideBudget ? warnings.find(({ code }) => code === 'BUDGET_EXCEEDED') : undefined;
  return exceeded ? { budget: exceeded.text.params } : {};
}

/**
 * The overrides in an audit entry. `override_requested` lists the overrides of the request, even if the step does not
 * check them. `override` and `overrode` are present only if the decision bypassed a failed check.
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

export interface DecisionResult {
  readonly step: number;
  /** The last step was approved, or a step was rejected. */
  readonly ended: boolean;
  /** The current step after the decision; null if it ended. */
  readonly currentStep: number | null;
  /** An admin token decided a step that is not assigned to its user. */
  readonly override: boolean;
  readonly asked: StepAssignee;
  /** The principal, if a delegate decided. */
  readonly onBehalfOf: Person | null;
  /** The decider's role at that time. */
  readonly role: string | null;
  /** Condition of the rule that requires the step. */
  readonly rule: RuleCondition | null;
  readonly delegation: ActiveDelegation | null;
}

interface DecisionFacts {
  readonly comments?: string | null;
  readonly requested?: RequestedOverrides;
  /** Checks that an override bypassed, in addition to the step itself. */
  readonly overrode?: Overridden;
  readonly warnings?: readonly Warning[];
}

/** @param decision undefined for an invoice without steps */
export function auditDetails(
  decision: DecisionResult | undefined,
  { comments = null, requested = {}, overrode = {}, warnings = [] }: DecisionFacts = {},
): Readonly<Record<string, unknown>> {
  const own = decision?.override ? { approver: decision.asked } : {};
  return {
    ...(decision && stepDetails(decision)),
    ...(comments !== null && { comments }),
    ...overrideDetails(requested, { ...own, ...overrode }),
    ...auditedWarnings(warnings),
  };
}

function stepDetails({ onBehalfOf, ...decision }: DecisionResult): Readonly<Record<string, unknown>> {
  const principal = onBehalfOf && { on_behalf_of: onBehalfOf.name };
  return { step: decision.step, ...principal, authority: authorityOf(decision) };
}

/** The authority of the decision at that time, because roles, rules and delegations can change later. */
function authorityOf({ role, asked, rule, delegation }: Omit<DecisionResult, 'onBehalfOf'>): object {
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
