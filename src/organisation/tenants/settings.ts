import { invalid, type Message } from '../../common/errors';
import type {
  BankChangeControl,
  MatchingPolicy,
  MatchStatus,
  OverBudgetAction,
  WithoutOrderRule,
} from '../../common/settings';

/** `standard`: each control is set separately; `strict`: all are on and locked. */
export const CONTROL_PROFILES = ['standard', 'strict'] as const;
export type ControlProfile = (typeof CONTROL_PROFILES)[number];

/** Settings of a tenant with their defaults. Percentages are in percent. */
export const INITIAL_SETTINGS = {
  /** See {@link STRICT_CONTROLS}. */
  controls: 'standard' as ControlProfile,
  /** Language of mail. */
  language: 'en' as 'en' | 'ar',
  /** Default VAT rate of a line. */
  default_vat_rate: 0,
  /** First month of the fiscal year, which is named after the calendar year it ends in. */
  fiscal_year_start_month: 1,
  /** Whether users are prevented from deciding documents that they created. */
  prevent_self_approval: false,
  /** Whether a user may decide only one step of an order. */
  require_distinct_approvers: false,
  /** Percent by which a receipt may exceed the ordered quantity. */
  over_receipt_pct: 0,
  matching_policy: 'auto' as MatchingPolicy,
  /** Match results that may be approved without an override. */
  approvable_match_statuses: ['full_match'] as readonly MatchStatus[],
  /** Null turns it off. If both are set, the larger tolerance applies. */
  price_tolerance_pct: 0 as number | null,
  /** In the tenant's currency; does not apply to orders in other currencies. */
  price_tolerance_abs: 0 as number | null,
  /** For orders in other currencies, by ISO 4217 code; without an entry only the percentage applies. */
  tolerances_by_currency: {} as Readonly<Record<string, number>>,
  quantity_tolerance_pct: 0 as number | null,
  quantity_tolerance_abs: 0 as number | null,
  /** Whether a price or quantity below the order's, beyond the tolerance, also counts as a difference. */
  check_under: false,
  invoices_without_po: 'admin' as WithoutOrderRule,
  /** Whether submitting an order without a budget is rejected. */
  require_budget: false,
  over_budget_action: 'block' as OverBudgetAction,
  /** The effect on a payment to unverified bank details. */
  bank_change_control: 'warn' as BankChangeControl,
  /** Days after which approvers get a mail about pending decisions, repeated at this interval; 0 for never. */
  approval_reminder_days: 0,
  /** Years for which audit entries are retained. */
  audit_retention_years: 10,
};

export type Settings = Readonly<typeof INITIAL_SETTINGS>;

/** Settings that `strict` locks. `STRICT_INVOICE_STEPS` adds approval steps for invoices without an order. */
const STRICT_CONTROLS = {
  prevent_self_approval: true,
  require_distinct_approvers: true,
  require_budget: true,
  over_budget_action: 'block',
  bank_change_control: 'block',
} as const satisfies Partial<Settings>;

/**
 * `strict` sets everything that it locks; `standard` changes nothing else.
 * @returns the changes to `before`
 * @throws DomainError VALIDATION_ERROR on each setting that the profile locks and the change would weaken
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

/** Merges stored settings with the defaults. Names that are not a setting any more are left out. */
export function withInitialValues(stored: Readonly<Record<string, unknown>>): Settings {
  const set = SETTING_NAMES.filter((name) => name in stored).map((name) => [name, stored[name]]);
  return { ...INITIAL_SETTINGS, ...(Object.fromEntries(set) as Partial<Settings>) };
}
