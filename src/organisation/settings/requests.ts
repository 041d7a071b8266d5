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
const TOLERANCE = 'null is not set; with a percentage and an absolute one both set, the larger allowance holds.';

/** What may be set; what is left out stays as it is. */
export class SettingsDto implements Partial<ShownSettings> {
  @Field.oneOf(CONTROL_PROFILES, {
    optional: true,
    description:
      '`strict` switches on together and keeps on: prevent_self_approval, require_distinct_approvers, require_budget, over_budget_action block, bank_change_control block, and approval steps for invoices without an order. `standard` leaves each as it is and lets it be changed again.',
  })
  controls?: ShownSettings['controls'];

  @Field.oneOf(LANGUAGES, { optional: true, description: 'Language of mail.' }) language?: ShownSettings['language'];
  @Field.percent({ optional: true, description: 'VAT rate of a line that names none.' }) default_vat_rate?: number;

  @Field.integer({
    optional: true,
    min: 1,
    max: 12,
    description:
      'First month of the fiscal year, which is named by the year it ends in. Another one takes effect when the fiscal years of ' +
      'invoices and credit notes are computed by it: at once for up to 1,000 of them, else by a job. Until then `GET` shows ' +
      '`pending_fiscal_year_start_month`, and a number is refused that is used in the fiscal year of either month. It is refused ' +
      'if a vendor would have used a number twice in a fiscal year.',
  })
  fiscal_year_start_month?: number;

  @Field.integer({
    optional: true,
    nullable: true,
    min: 1,
    max: 12,
    description:
      'Changes nothing. It may be sent back as `GET` shows it, and then the month in force beside it does not end the change.',
  })
  pending_fiscal_year_start_month?: number | null;

  @Field.boolean({
    optional: true,
    description:
      'A user who had a hand in a document may not approve it. Who approved an invoice may not pay it. Who entered, changed, submitted or paid an invoice may not void it, credit it or record its refund.',
  })
  prevent_self_approval?: boolean;

  @Field.boolean({ optional: true, description: 'Nobody may decide two steps of one order.' })
  require_distinct_approvers?: boolean;

  @Field.percent({ optional: true, max: MAX_PERCENT, description: 'How much more than ordered may be received.' })
  over_receipt_pct?: number;

  @Field.oneOf(MATCHING_POLICIES, { optional: true }) matching_policy?: ShownSettings['matching_policy'];

  @Field.listOf(MATCH_STATUSES, {
    optional: true,
    description: 'Match results that may be approved without an override.',
  })
  approvable_match_statuses?: ShownSettings['approvable_match_statuses'];

  @Field.percent({ optional: true, nullable: true, max: MAX_PERCENT, description: TOLERANCE })
  price_tolerance_pct?: number | null;

  @Field.amount({
    optional: true,
    nullable: true,
    description: `For orders in the tenant’s currency. ${TOLERANCE}`,
  })
  price_tolerance_abs?: number | null;

  @Field.amountsByCurrency({
    optional: true,
    description:
      'price_tolerance_abs for orders in other currencies, by ISO 4217 code: all of them together, {} for none. For a currency without an entry only price_tolerance_pct applies.',
    example: { USD: 5 },
  })
  tolerances_by_currency?: Readonly<Record<string, number>>;

  @Field.percent({ optional: true, nullable: true, max: MAX_PERCENT, description: TOLERANCE })
  quantity_tolerance_pct?: number | null;

  @Field.quantity({ optional: true, nullable: true, zero: true, description: TOLERANCE })
  quantity_tolerance_abs?: number | null;

  @Field.boolean({ optional: true, description: 'A difference in our favour, past tolerance, needs a look too.' })
  check_under?: boolean;

  @Field.oneOf(WITHOUT_ORDER_RULES, { optional: true, description: 'Who may approve an invoice without an order.' })
  invoices_without_po?: ShownSettings['invoices_without_po'];

  @Field.listOf(ROLES, {
    optional: true,
    min: 1,
    description:
      'Deprecated: say it role by role with `PUT /roles/{slug}`. The roles that hold the permission `invoices.approve`; it is taken from all others but `admin`.',
    deprecated: true,
  })
  invoice_approver_roles?: readonly Role[];

  @Field.boolean({ optional: true, description: 'An order without a budget is refused at submit.' })
  require_budget?: boolean;

  @Field.oneOf(OVER_BUDGET_ACTIONS, {
    optional: true,
    description: 'What happens at the last approval of an order that its budget does not cover.',
  })
  over_budget_action?: ShownSettings['over_budget_action'];

  @Field.oneOf(BANK_CHANGE_CONTROLS, {
    optional: true,
    description:
      'A payment to bank details that nobody has verified: warn adds a warning; block pays the newest verified details that were not removed, and refuses where there are none; ignore does neither.',
  })
  bank_change_control?: ShownSettings['bank_change_control'];

  @Field.integer({
    optional: true,
    min: 0,
    max: 30,
    description:
      'So many days after an approval step opened, and every so many days again, those who may decide it are reminded by mail. 0 for never.',
  })
  approval_reminder_days?: number;

  @Field.integer({
    optional: true,
    min: 1,
    max: 100,
    description:
      'How many years entries of the audit log are kept. Older ones are removed once they are sealed and anchored.',
  })
  audit_retention_years?: number;
}
