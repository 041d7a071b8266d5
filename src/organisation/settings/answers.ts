import {
  BANK_CHANGE_CONTROLS,
  MATCHING_POLICIES,
  OVER_BUDGET_ACTIONS,
  WITHOUT_ORDER_RULES,
} from '../../common/settings';
import { LANGUAGES } from '../../messages';
import type { Role } from '../../common/actor/roles';
import { Out } from '../../platform/http';
import type { QuotaUsage } from '../quotas';
import { CONTROL_PROFILES } from '../tenants';
import type { ShownSettings } from './shown-settings';

/** Quotas of the tenant and their usage. Days are UTC. */
export class QuotasResponse implements QuotaUsage {
  @Out.integer({
    example: 10240,
    description: 'Maximum size of all uploaded documents, MiB. An upload that exceeds it gets 422.',
  })
  storage_quota_mb: number;

  @Out.number({ example: 12.4, description: 'MiB, rounded up to a tenth.' }) storage_used_mb: number;

  @Out.integer({
    example: 200,
    description: 'Maximum invitations per day (UTC). Further ones get 429 until the next day.',
  })
  invitations_per_day: number;

  @Out.integer({ example: 3 }) invitations_today: number;

  @Out.integer({
    example: 1000,
    description:
      'Maximum mails per day (UTC). Further ones wait for the next day. Security notices have a separate ' +
      'quota of the same size.',
  })
  mails_per_day: number;

  @Out.integer({ example: 17 }) mails_today: number;
}

export class SettingsResponse implements ShownSettings {
  @Out.oneOf(CONTROL_PROFILES) controls: ShownSettings['controls'];
  @Out.oneOf(LANGUAGES) language: ShownSettings['language'];
  @Out.number({ example: 15 }) default_vat_rate: number;
  @Out.integer({ example: 1, description: 'The month currently in effect.' }) fiscal_year_start_month: number;

  @Out.integer({
    nullable: true,
    example: null,
    description: 'The new month, in effect once stored fiscal years are recomputed; null without a change.',
  })
  pending_fiscal_year_start_month: number | null;

  @Out.boolean() prevent_self_approval: boolean;
  @Out.boolean() require_distinct_approvers: boolean;
  @Out.number({ example: 0 }) over_receipt_pct: number;
  @Out.oneOf(MATCHING_POLICIES) matching_policy: ShownSettings['matching_policy'];
  @Out.texts({ example: ['full_match'] }) approvable_match_statuses: ShownSettings['approvable_match_statuses'];
  @Out.number({ nullable: true, example: 0 }) price_tolerance_pct: number | null;
  @Out.number({ nullable: true, example: 0 }) price_tolerance_abs: number | null;
  @Out.numbersByKey({ example: { USD: 5 } }) tolerances_by_currency: Readonly<Record<string, number>>;
  @Out.number({ nullable: true, example: 0 }) quantity_tolerance_pct: number | null;
  @Out.number({ nullable: true, example: 0 }) quantity_tolerance_abs: number | null;
  @Out.boolean() check_under: boolean;
  @Out.oneOf(WITHOUT_ORDER_RULES) invoices_without_po: ShownSettings['invoices_without_po'];
  @Out.texts({
    example: ['admin', 'finance_manager'],
    description: 'Deprecated: see `GET /roles`. The roles with the permission `invoices.approve`.',
    deprecated: true,
  })
  invoice_approver_roles: readonly Role[];
  @Out.boolean() require_budget: boolean;
  @Out.oneOf(OVER_BUDGET_ACTIONS) over_budget_action: ShownSettings['over_budget_action'];
  @Out.oneOf(BANK_CHANGE_CONTROLS, { example: 'warn' }) bank_change_control: ShownSettings['bank_change_control'];
  @Out.integer({ example: 0 }) approval_reminder_days: number;
  @Out.integer({ example: 10 }) audit_retention_years: number;
}
