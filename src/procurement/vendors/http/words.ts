import type { Vocabulary } from '../../../platform/http';
import type { VendorStatus } from '../domain/lifecycle';

/** The statuses that Form A knows. */
export const FORM_A_STATUSES = ['active', 'inactive', 'blocked'] as const;
export type FormAStatus = (typeof FORM_A_STATUSES)[number];

/** A status in Form A's words: a blacklisted vendor is a blocked one. */
export function formAStatus(status: VendorStatus): FormAStatus {
  return status === 'blacklisted' ? 'blocked' : status;
}

/** The statuses that a filter of Form A finds. */
export function statusesFor(status: FormAStatus): VendorStatus[] {
  return status === 'blocked' ? ['blocked', 'blacklisted'] : [status];
}

/** What each form calls fields and statuses of vendors, where the rules call them otherwise. */
export const VENDOR_WORDS = {
  a: { statuses: { blacklisted: formAStatus('blacklisted') } },
  b: { fields: { vat_number: 'tax_number' } },
} as const satisfies Vocabulary;
