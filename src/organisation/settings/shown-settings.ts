import { createHash } from 'node:crypto';
import type { Role } from '../../common/actor/roles';
import { type PermissionsOfRoles, rolesWith } from '../roles';
import type { Settings, TenantProfile } from '../tenants';

/**
 * The settings as they are shown and changed. `invoice_approver_roles` is none of them: it is another name for the roles that hold
 * the permission `invoices.approve`.
 */
export interface ShownSettings extends Settings {
  readonly invoice_approver_roles: readonly Role[];
  /** The first month of the fiscal year that is to be in force; null while no change is under way. */
  readonly pending_fiscal_year_start_month: number | null;
}

/** The settings of a tenant, with the roles that approve invoices. */
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

interface AskedMonths {
  readonly fiscal_year_start_month?: number | undefined;
  readonly pending_fiscal_year_start_month?: number | null | undefined;
}

/**
 * The first month of the fiscal year that a change asks for; undefined where it asks for none but the one that is in force or under
 * way. A client that sends back what it has read, the pending month with the one in force, asks for no change.
 */
export function askedMonth(
  before: ShownSettings,
  { fiscal_year_start_month: month, pending_fiscal_year_start_month: pending }: AskedMonths,
): number | undefined {
  const target = before.pending_fiscal_year_start_month ?? before.fiscal_year_start_month;
  if (month === undefined || month === target) return undefined;
  const isSentBack = month === before.fiscal_year_start_month && pending === target;
  return isSentBack ? undefined : month;
}

/** What their `ETag` is made of: the same for the same values. */
export function settingsVersion(settings: ShownSettings): string {
  return createHash('sha256').update(JSON.stringify(settings)).digest('base64url').slice(0, 22);
}
