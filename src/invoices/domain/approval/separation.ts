import { DomainError } from '../../../common/errors';
import type { MessageKey } from '../../../common/messages';

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

/** Whether this user approved the invoice, at any of its steps: then somebody else pays it, where duties are apart. */
export function isApprover(userId: number | null, approverIds: readonly (number | null)[]): boolean {
  return userId !== null && approverIds.includes(userId);
}

/** Who approved an invoice may not pay it. */
export function paymentByApprover(): DomainError {
  return forbidden('invoice.paid_by_approver');
}

function forbidden(key: MessageKey): DomainError {
  return new DomainError('SELF_APPROVAL_FORBIDDEN', { key });
}
