import { createHash } from 'node:crypto';
import type { Role } from '../../common/actor/roles';
import { type PermissionsOfRoles, rolesWith } from '../roles';
import type { Settings, TenantProfile } from '../tenants';

/** `invoice_approver_roles` is derived from the roles with the permission `invoices.approve`. */
export interface ShownSettings extends Settings {
  readonly invoice_approver_roles: readonly Role[];
  /** The pending first month of the fiscal year; null without a change. */
  readonly pending_fiscal_year_start_month: number | null;
}

export function shownSettings(
  { settings, pendingFiscalMonth }: Pick<TenantProfile, 'settings' | 'pendingFiscalMonth'>,
  roles: PermissionsOfRoles,
): ShownSettings {
  return {
    ...settings,
    pending_fiscal_year_start_month: pendingFiscalMonth,
    invoice_approver_roles: rolesWith('invoices.approve', roles),
  };
}

interface RequestedMonths {
  readonly fiscal_year_start_month?: number | undefined;
  readonly pending_fiscal_year_start_month?: number | null | undefined;
}

/** Undefined if the request repeats the current or pending month, or both as read before. */
export function requestedMonth(
  before: ShownSettings,
  { fiscal_year_start_month: month, pending_fiscal_year_start_month: pending }: RequestedMonths,
): number | undefined {
  const target = before.pending_fiscal_year_start_month ?? before.fiscal_year_start_month;
  if (month === undefined || month === target) return undefined;
  const isSentBack = month === before.fiscal_year_start_month && pending === target;
  return isSentBack ? undefined : month;
}

/** Input of the `ETag`. */
export function settingsVersion(settings: ShownSettings): string {
  return createHash('sha256').update(JSON.stringify(settings)).digest('base64url').slice(0, 22);
}
