import { createHash } from 'node:crypto';
import type { Role } from '../common/actor/roles';
import { type PermissionsOfRoles, rolesWith } from '../roles';
import type { Settings } from '../tenants';

/**
 * The settings as they are shown and changed. `invoice_approver_roles` is none of them: it is another name for the roles that hold
 * the permission `invoices.approve`.
 */
export interface ShownSettings extends Settings {
  readonly invoice_approver_roles: readonly Role[];
}

/** The settings, with the roles that approve invoices. */
export function shownSettings(settings: Settings, roles: PermissionsOfRoles): ShownSettings {
  return { ...settings, invoice_approver_roles: rolesWith('invoices.approve', roles) };
}

/** What their `ETag` is made of: the same for the same values. */
export function settingsVersion(settings: ShownSettings): string {
  return createHash('sha256').update(JSON.stringify(settings)).digest('base64url').slice(0, 22);
}
