import { DomainError } from '../../../common/errors';
import type { VendorStatus } from '../../domain/lifecycle';

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

/** Does the work; a refusal for the vendor's status speaks of it in Form A's words. */
export async function inFormAWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof DomainError && error.code === 'INVALID_STATUS' ? reworded(error) : error;
  }
}

const ALIKE = /blacklisted/g;

function reworded({ code, text, extras }: DomainError): DomainError {
  const { allowed_statuses: allowed, status, ...details } = extras.details ?? {};
  const known = [...new Set((allowed as readonly VendorStatus[]).map(formAStatus))];
  const params = { ...text.params, status: String(status).replace(ALIKE, 'blocked'), allowed: known.join(', ') };
  return new DomainError(
    code,
    { key: text.key, params },
    { ...extras, details: { ...details, status: params.status, allowed_statuses: known } },
  );
}
