import { DomainError } from '../../../../common/errors';
import type { MessageKey } from '../../../../messages';

/** The users who had a hand in an invoice before its approval. */
export interface Involvement {
  /** Who recorded it; null where that was no user. */
  readonly createdById: number | null;
  readonly submittedById: number | null;
  /** Who changed it, or submitted it before it was withdrawn. */
  readonly changedByIds: readonly number[];
  /** Who posted the receipts of its order that stand. */
  readonly receivedByIds: readonly number[];
}

/**
 * Keeps people from approving what they had a hand in themselves (setting `prevent_self_approval`). Administrators are bound too.
 * @throws DomainError SELF_APPROVAL_FORBIDDEN saying what this user did before
 */
export function requireUninvolved(userId: number | null, involvement: Involvement): void {
  if (userId === null) return;
  const { createdById, submittedById, changedByIds, receivedByIds } = involvement;
  if (userId === createdById) throw forbidden('invoice.self_approval');
  if (changedByIds.includes(userId)) throw forbidden('invoice.self_approval_changed');
  if (userId === submittedById) throw forbidden('invoice.self_approval_submitted');
  if (receivedByIds.includes(userId)) throw forbidden('invoice.self_approval_received');
}

/** Everybody who had a hand in it; some may be named twice. */
export function involvedIds({
  createdById,
  submittedById,
  changedByIds,
  receivedByIds,
}: Involvement): readonly number[] {
  return [createdById, submittedById, ...changedByIds, ...receivedByIds].filter((id) => id !== null);
}

/**
 * Keeps people from undoing what they had a hand in (setting `prevent_self_approval`): voiding an invoice, crediting it,
 * recording a refund of it. Who received the goods may do all three. Administrators are bound too.
 * @param payerIds who recorded payments of the invoice, reversed ones included
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

/**
 * Who approved an invoice, at any of its steps, does not pay it.
 * @throws DomainError SELF_APPROVAL_FORBIDDEN
 */
export function requireAnotherPayer(userId: number | null, approverIds: readonly (number | null)[]): void {
  if (userId !== null && approverIds.includes(userId)) throw forbidden('invoice.paid_by_approver');
}

/**
 * Who recorded a payment or a refund does not reverse it.
 * @throws DomainError SELF_APPROVAL_FORBIDDEN
 */
export function requireAnotherReverser(userId: number | null, recordedById: number | null): void {
  if (userId !== null && userId === recordedById) throw forbidden('invoice.reversed_by_payer');
}

function forbidden(key: MessageKey): DomainError {
  return new DomainError('SELF_APPROVAL_FORBIDDEN', { key });
}
