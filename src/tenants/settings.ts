import { createHash } from 'node:crypto';
import { invalid, type Message } from '../common/errors';
import type { MatchingPolicy, MatchStatus, WithoutOrderRule } from '../common/records/matching';
import type { OverBudgetAction } from '../common/records/over-budget';
import type { Role } from '../common/actor/roles';

/** Profiles of controls: `standard`, in which each is set by itself, or `strict`, in which they hold together. */
export const CONTROL_PROFILES = ['standard', 'strict'] as const;
export type ControlProfile = (typeof CONTROL_PROFILES)[number];

/** What a tenant may set for itself, with the meaning and initial value of each. Percentages are percents. */
export interface Settings {
  /** Whether the profile of strict controls holds: see {@link STRICT_CONTROLS}. */
  readonly controls: ControlProfile;
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
  /** Days after which those who may decide what waits are reminded by mail, again and again; 0 for never. */
  readonly approval_reminder_days: number;
}

export const INITIAL_SETTINGS: Settings = {
  controls: 'standard',
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
  approval_reminder_days: 0,
};

/**
 * What the profile `strict` fixes: nobody decides on what they made themselves, nobody decides twice, and nothing is bought
 * without a budget that suffices. Invoices without an order take steps as well (`STRICT_INVOICE_STEPS` of approvals).
 */
const STRICT_CONTROLS = {
  prevent_self_approval: true,
  require_distinct_approvers: true,
  require_budget: true,
  over_budget_action: 'block',
} as const satisfies Partial<Settings>;

/**
 * Settings after a change. Choosing the profile `strict` sets everything that it fixes; `standard` leaves each as it is.
 * @returns the changes to make to `before`
 * @throws DomainError VALIDATION_ERROR naming each setting that the profile fixes and the change would have otherwise
 */
export function withControls(before: Settings, wanted: Partial<Settings>): Partial<Settings> {
  if ((wanted.controls ?? before.controls) !== 'strict') return wanted;
  const names = Object.keys(STRICT_CONTROLS) as (keyof typeof STRICT_CONTROLS)[];
  const weakened = names.filter((name) => wanted[name] !== undefined && wanted[name] !== STRICT_CONTROLS[name]);
  if (weakened.length > 0) {
    const fixed = (name: keyof typeof STRICT_CONTROLS): [string, Message[]] => [
      name,
      [{ key: 'settings.fixed_by_controls', params: { value: String(STRICT_CONTROLS[name]) } }],
    ];
    throw invalid(Object.fromEntries(weakened.map(fixed)));
  }
  return { ...wanted, ...STRICT_CONTROLS };
}

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
