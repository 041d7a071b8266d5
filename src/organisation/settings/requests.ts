import {
  BANK_CHANGE_CONTROLS,
  MATCH_STATUSES,
  MATCHING_POLICIES,
  OVER_BUDGET_ACTIONS,
  WITHOUT_ORDER_RULES,
} from '../../common/settings';
import { LANGUAGES } from '../../messages';
import { ROLES, Role } from '../../common/actor/roles';
import { Field } from '../../platform/http';
import { CONTROL_PROFILES } from '../tenants';
import type { ShownSettings } from './shown-settings';

const MAX_PERCENT = 1000;
const TOLERANCE = 'null turns it off. If a percentage and an absolute tolerance are set, the larger one applies.';

/** Omitted settings do not change. */
export class SettingsDto implements Partial<ShownSettings> {
  @Field.oneOf(CONTROL_PROFILES, {
    optional: true,
    description:
      '`strict` turns on and locks: prevent_self_approval, require_distinct_approvers, require_budget, ' +
      'over_budget_action block, bank_change_control block, and approval steps for invoices without an ' +
      'order. `standard` unlocks them without changing them.',
  })
  controls?: ShownSettings['controls'];

  @Field.oneOf(LANGUAGES, { optional: true, description: 'Language of mail.' }) language?: ShownSettings['language'];
  @Field.percent({ optional: true, description: 'Default VAT rate of a line, in percent.' }) default_vat_rate?: number;

  @Field.integer({
    optional: true,
    min: 1,
    max: 12,
    description:
      'First month of the fiscal year, which is named after its last year. A change takes effect once ' +
      'invoices and credit notes are recomputed: immediately for up to 1,000, otherwise by a background ' +
      'job. Until then numbers must be unique in the old and new fiscal years. Rejected if a vendor ' +
      'would have used a number twice in a year.',
  })
  fiscal_year_start_month?: number;

  @Field.integer({
    optional: true,
    nullable: true,
    min: 1,
    max: 12,
    description:
      'Read-only: changes nothing. May be sent back as returned by `GET`; the current month next to it then ' +
      'does not cancel the change.',
  })
  pending_fiscal_year_start_month?: number | null;

  @Field.boolean({
    optional: true,
    description:
      'Users cannot approve documents that they created, changed or submitted. An approver of an invoice ' +
      'cannot pay it. Users who entered, changed, submitted or paid an invoice cannot void or credit it or ' +
      'record its refund.',
  })
  prevent_self_approval?: boolean;

  @Field.boolean({ optional: true, description: 'A user may decide only one step of an order.' })
  require_distinct_approvers?: boolean;

  @Field.percent({
    optional: true,
    max: MAX_PERCENT,
    description: 'Percent by which a receipt may exceed the ordered quantity.',
  })
  over_receipt_pct?: number;

  @Field.oneOf(MATCHING_POLICIES, { optional: true }) matching_policy?: ShownSettings['matching_policy'];

  @Field.listOf(MATCH_STATUSES, {
    optional: true,
    description: 'Match results that allow approval without an override.',
  })
  approvable_match_statuses?: ShownSettings['approvable_match_statuses'];

  @Field.percent({ optional: true, nullable: true, max: MAX_PERCENT, description: TOLERANCE })
  price_tolerance_pct?: number | null;

  @Field.amount({ optional: true, nullable: true, description: `For orders in the tenant’s currency. ${TOLERANCE}` })
  price_tolerance_abs?: number | null;

  @Field.amountsByCurrency({
    optional: true,
    description:
      'price_tolerance_abs for orders in other currencies, by ISO 4217 code. Replaces all entries; {} ' +
      'removes them. Without an entry, only price_tolerance_pct applies.',
    example: { USD: 5 },
  })
  tolerances_by_currency?: Readonly<Record<string, number>>;

  @Field.percent({ optional: true, nullable: true, max: MAX_PERCENT, description: TOLERANCE })
  quantity_tolerance_pct?: number | null;

  @Field.quantity({ optional: true, nullable: true, zero: true, description: TOLERANCE })
  quantity_tolerance_abs?: number | null;

  @Field.boolean({
    optional: true,
    description: 'Whether a price or quantity below the order’s, beyond the tolerance, also counts as a difference.',
  })
  check_under?: boolean;

  @Field.oneOf(WITHOUT_ORDER_RULES, { optional: true, description: 'Approvers of invoices without a purchase order.' })
  invoices_without_po?: ShownSettings['invoices_without_po'];

  @Field.listOf(ROLES, {
    optional: true,
    min: 1,
    description:
      'Deprecated: use `PUT /roles/{slug}`. The roles with the permission `invoices.approve`, which is ' +
      'removed from all others except `admin`.',
    deprecated: true,
  })
  invoice_approver_roles?: readonly Role[];

  @Field.boolean({ optional: true, description: 'Submitting an order without a budget is rejected.' })
  require_budget?: boolean;

  @Field.oneOf(OVER_BUDGET_ACTIONS, {
    optional: true,
    description: 'The effect on the last approval of an order that its budget does not cover.',
  })
  over_budget_action?: ShownSettings['over_budget_action'];

  @Field.oneOf(BANK_CHANGE_CONTROLS, {
    optional: true,
    description:
      'The effect on a payment to unverified bank details: warn adds a warning; block pays to the newest ' +
      'verified details that are not removed, or rejects the payment; ignore does neither.',
  })
  bank_change_control?: ShownSettings['bank_change_control'];

  @Field.integer({
    optional: true,
    min: 0,
    max: 30,
    description: 'Days after which approvers get a mail about a pending step, repeated at this interval; 0 for never.',
  })
  approval_reminder_days?: number;

  @Field.integer({
    optional: true,
    min: 1,
    max: 100,
    description:
      'Years for which audit entries are retained. Older ones are deleted once they are sealed and ' + 'anchored.',
  })
  audit_retention_years?: number;
}
