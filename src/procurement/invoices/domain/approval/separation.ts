import { DomainError } from '../../../../common/errors';
import type { MessageKey } from '../../../../messages';

export interface Involvement {
  /** Null if no user created it, for example a token without a user. */
  readonly createdById: number | null;
  readonly submittedById: number | null;
  /** Users who changed it, or submitted it before it was withdrawn. */
  readonly changedByIds: readonly number[];
  /** Users who posted active receipts of its order. */
  readonly receivedByIds: readonly number[];
}

/**
 * Separation of duties (setting `prevent_self_approval`): users cannot approve an invoice on which they acted. It binds
 * administrators too.
 * @throws DomainError SELF_APPROVAL_FORBIDDEN with a message for the earlier action
 */
export function requireUninvolved(userId: number | null, involvement: Involvement): void {
  if (userId === null) return;
  const { createdById, submittedById, changedByIds, receivedByIds } = involvement;
  if (userId === createdById) throw forbidden('invoice.self_approval');
  if (changedByIds.includes(userId)) throw forbidden('invoice.self_approval_changed');
  if (userId === submittedById) throw forbidden('invoice.self_approval_submitted');
  if (receivedByIds.includes(userId)) throw forbidden('invoice.self_approval_received');
}

export function involvedIds(involvement: Involvement): readonly number[] {
  const { createdById, submittedById, changedByIds, receivedByIds } = involvement;
  return [createdById, submittedById, ...changedByIds, ...receivedByIds].filter((id) => id !== null);
}

/**
 * Separation of duties (setting `prevent_self_approval`): users cannot void, credit or refund an invoice that they
 * entered, changed, submitted or paid. Receivers of the goods may. It binds administrators too.
 * @param payerIds users who recorded payments of the invoice, including reversed ones
 * @throws DomainError SELF_APPROVAL_FORBIDDEN
 */
export function requireUninvolvedInUndoing(
  userId: number | null,
  involvement: Omit<Involvement, 'receivedByIds'>,
  payerIds: readonly number[],
): void {
  if (userId === null) return;
  if (involvedIds({ ...involvement, receivedByIds: [] }).includes(userId)) throw forbidden('invoice.undone_by_author');
  if (payerIds.includes(userId)) throw forbidden('invoice.undone_by_payer');
}

/** Rejects payment by a user who approved the invoice at any step. @throws DomainError SELF_APPROVAL_FORBIDDEN */
export function requireAnotherPayer(userId: number | null, approverIds: readonly (number | null)[]): void {
  if (userId !== null && approverIds.includes(userId)) throw forbidden('invoice.paid_by_approver');
}

/** Only another user than the recording one may reverse a payment. @throws DomainError SELF_APPROVAL_FORBIDDEN */
export function requireAnotherReverser(userId: number | null, recordedById: number | null): void {
  if (userId !== null && userId === recordedById) throw forbidden('invoice.reversed_by_payer');
}

function forbidden(key: MessageKey): DomainError {
  return new DomainError('SELF_APPROVAL_FORBIDDEN', { key });
}
