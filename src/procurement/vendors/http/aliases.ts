import type { FormAliases } from '../../../platform/http';
import type { VendorStatus } from '../domain/lifecycle';

export const FORM_A_STATUSES = ['active', 'inactive', 'blocked'] as const;
export type FormAStatus = (typeof FORM_A_STATUSES)[number];

/** Form A shows a blacklisted vendor as blocked. */
export function formAStatus(status: VendorStatus): FormAStatus {
  return status === 'blacklisted' ? 'blocked' : status;
}

/** The statuses that match a filter value of Form A. */
export function statusesFor(status: FormAStatus): VendorStatus[] {
  return status === 'blocked' ? ['blocked', 'blacklisted'] : [status];
}

/** Form-specific names of vendor fields and statuses. */
export const VENDOR_ALIASES = {
  a: { statuses: { blacklisted: formAStatus('blacklisted') } },
  b: { fields: { vat_number: 'tax_number' } },
} as const satisfies FormAliases;
