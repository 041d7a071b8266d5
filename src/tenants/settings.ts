import { createHash } from 'node:crypto';
import type { MatchingPolicy, MatchStatus, WithoutOrderRule } from '../common/records/matching';
import type { OverBudgetAction } from '../common/records/over-budget';
import type { Role } from '../common/actor/roles';

/** What a tenant may set for itself, with the meaning and initial value of each. Percentages are percents. */
export interface Settings {
  /** Language of mail: `en` or `ar`. */
  readonly language: 'en' | 'ar';
  /** VAT rate of a line that names none. */
  readonly default_vat_rate: number;
  /** First month of the fiscal year; a fiscal year is named by the calendar year it ends in. */
  readonly fiscal_year_start_month: number;
  /** Whether the person who created a document may not decide on it. */
  readonly prevent_self_approval: boolean;
  /** Whether nobody may decide two steps of one order. */
  readonly require_distinct_approvers: boolean;
  /** How much more than ordered may be received. */
  readonly over_receipt_pct: number;
  readonly matching_policy: MatchingPolicy;
  /** Match results that an approver may approve without an override. */
  readonly approvable_match_statuses: readonly MatchStatus[];
  /** null is not set; with both given the larger allowance holds. */
  readonly price_tolerance_pct: number | null;
  readonly price_tolerance_abs: number | null;
  readonly quantity_tolerance_pct: number | null;
  readonly quantity_tolerance_abs: number | null;
  /** Whether a difference in our favour, past tolerance, needs a look too. */
  readonly check_under: boolean;
  readonly invoices_without_po: WithoutOrderRule;
  readonly invoice_approver_roles: readonly Role[];
  /** Whether an order without a budget is refused at submit. */
  readonly require_budget: boolean;
  readonly over_budget_action: OverBudgetAction;
  /** How many years entries of the audit log are kept. */
  readonly audit_retention_years: number;
}

export const INITIAL_SETTINGS: Settings = {
  language: 'en',
  default_vat_rate: 0,
  fiscal_year_start_month: 1,
  prevent_self_approval: false,
  require_distinct_approvers: false,
  over_receipt_pct: 0,
  matching_policy: 'auto',
  approvable_match_statuses: ['full_match'],
  price_tolerance_pct: 0,
  price_tolerance_abs: 0,
  quantity_tolerance_pct: 0,
  quantity_tolerance_abs: 0,
  check_under: false,
  invoices_without_po: 'admin',
  invoice_approver_roles: [
    'admin',
    'finance_manager',
    'finance_officer',
    'procurement_manager',
    'procurement_officer',
    'department_head',
  ],
  require_budget: false,
  over_budget_action: 'block',
  audit_retention_years: 10,
};

const SETTING_NAMES = Object.keys(INITIAL_SETTINGS) as (keyof Settings)[];

/** A tenant's settings: what it has set, and the initial values of the rest. */
export function withInitialValues(stored: Readonly<Record<string, unknown>>): Settings {
  return { ...INITIAL_SETTINGS, ...stored };
}

/** What their `ETag` is made of: the same for the same values. */
export function settingsVersion(settings: Settings): string {
  const values = SETTING_NAMES.map((name) => settings[name]);
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22);
}
