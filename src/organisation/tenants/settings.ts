import { invalid, type Message } from '../../common/errors';
import type {
  BankChangeControl,
  MatchingPolicy,
  MatchStatus,
  OverBudgetAction,
  WithoutOrderRule,
} from '../../common/settings';

/** Profiles of controls: `standard`, in which each is set by itself, or `strict`, in which they hold together. */
export const CONTROL_PROFILES = ['standard', 'strict'] as const;
export type ControlProfile = (typeof CONTROL_PROFILES)[number];

/** What a tenant may set for itself, with the meaning and initial value of each. Percentages are percents. */
export const INITIAL_SETTINGS = {
  /** Whether the profile of strict controls holds: see {@link STRICT_CONTROLS}. */
  controls: 'standard' as ControlProfile,
  /** Language of mail. */
  language: 'en' as 'en' | 'ar',
  /** VAT rate of a line that names none. */
  default_vat_rate: 0,
  /** First month of the fiscal year; a fiscal year is named by the calendar year it ends in. */
  fiscal_year_start_month: 1,
  /** Whether the person who created a document may not decide on it. */
  prevent_self_approval: false,
  /** Whether nobody may decide two steps of one order. */
  require_distinct_approvers: false,
  /** How much more than ordered may be received. */
  over_receipt_pct: 0,
  matching_policy: 'auto' as MatchingPolicy,
  /** Match results that an approver may approve without an override. */
  approvable_match_statuses: ['full_match'] as readonly MatchStatus[],
  /** null is not set; with both given the larger allowance holds. */
  price_tolerance_pct: 0 as number | null,
  /** In the tenant's currency; does not apply to orders in another one. */
  price_tolerance_abs: 0 as number | null,
  /** The same for orders in other currencies, by ISO 4217 code; without an entry only the percentage applies. */
  tolerances_by_currency: {} as Readonly<Record<string, number>>,
  quantity_tolerance_pct: 0 as number | null,
  quantity_tolerance_abs: 0 as number | null,
  /** Whether a difference in our favour, past tolerance, needs a look too. */
  check_under: false,
  invoices_without_po: 'admin' as WithoutOrderRule,
  /** Whether an order without a budget is refused at submit. */
  require_budget: false,
  over_budget_action: 'block' as OverBudgetAction,
  /** What happens to a payment to bank details that nobody has verified. */
  bank_change_control: 'warn' as BankChangeControl,
  /** Days after which those who may decide what waits are reminded by mail, again and again; 0 for never. */
  approval_reminder_days: 0,
  /** How many years entries of the audit log are kept. */
  audit_retention_years: 10,
};

/** A value of each setting. */
export type Settings = Readonly<typeof INITIAL_SETTINGS>;

/**
 * What the profile `strict` fixes: nobody decides on what they made themselves, nobody decides twice, nothing is bought
 * without a budget that suffices, and nothing is paid to bank details that nobody has verified. Invoices without an order take steps as well (`STRICT_INVOICE_STEPS` of approvals).
 */
const STRICT_CONTROLS = {
  prevent_self_approval: true,
  require_distinct_approvers: true,
  require_budget: true,
  over_budget_action: 'block',
  bank_change_control: 'block',
} as const satisfies Partial<Settings>;

/**
 * Settings after a change. Choosing the profile `strict` sets everything that it fixes; `standard` leaves each as it is.
 * @returns the changes to make to `before`
 * @throws DomainError VALIDATION_ERROR naming each setting that the profile fixes and the change would have otherwise
 */
export function withControls<T extends Settings>(before: T, wanted: Partial<T>): Partial<T> {
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

/** A tenant's settings: what it has set, and the initial values of the rest. A name that is no setting any more is left out. */
export function withInitialValues(stored: Readonly<Record<string, unknown>>): Settings {
  const set = SETTING_NAMES.filter((name) => name in stored).map((name) => [name, stored[name]]);
  return { ...INITIAL_SETTINGS, ...(Object.fromEntries(set) as Partial<Settings>) };
}
