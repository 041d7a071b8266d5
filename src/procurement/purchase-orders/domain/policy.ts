import type { Actor } from '../../../common/actor';
import { requireRule } from '../../../common/actor/abilities';
import { DomainError, invalidField } from '../../../common/errors';
import type { MessageKey } from '../../../messages';
import { decimal, type DecimalInput } from '../../../common/money';
import type { UserId } from '../../../common/records/ids';
import { nextStatus, type OrderStatus } from './lifecycle';

/** What receipts and invoices say about an order somebody wants to end. */
export interface Engagements {
  /** Quantity received less rejected less returned, over all lines. */
  readonly netReceived: DecimalInput;
  /** Invoices of the order that are neither draft nor cancelled. */
  readonly liveInvoices: number;
}

/**
 * The department an order is placed for: the one named, else the acting user's.
 * @throws DomainError VALIDATION_ERROR on `department_id` when there is neither
 */
export function orderingDepartment({ departmentId }: Pick<Actor, 'departmentId'>, named: number | undefined): number {
  const id = named ?? departmentId;
  if (id === null) throw invalidField('department_id', 'purchase_order.department_required');
  return id;
}

/**
 * The user who asks for an order, or for an amendment of one.
 * @throws Error for an actor that is no user: neither is ever asked for without one
 */
export function requester({ userId }: Pick<Actor, 'userId'>): UserId {
  if (userId === null) throw new Error('Orders and amendments are asked for by a user');
  return userId;
}

/** Who has changed an order, the one who changes it now among them. No decision removes anybody. */
export function changedBy(before: readonly UserId[], { userId }: Pick<Actor, 'userId'>): UserId[] {
  return userId === null || before.includes(userId) ? [...before] : [...before, userId];
}

/** Who made an order what its approvers are asked about. */
export interface OrderAuthors {
  readonly createdById: UserId;
  readonly submittedById: UserId | null;
  readonly changedByIds: readonly UserId[];
}

/**
 * Whose own approval of an order, and of its amendments, `prevent_self_approval` bars: who created, changed or submitted it, or
 * requested an amendment that others approved.
 */
export function authorsOf({ createdById, submittedById, changedByIds }: OrderAuthors): readonly UserId[] {
  return [...new Set([createdById, ...changedByIds, ...(submittedById === null ? [] : [submittedById])])];
}

/** Who has changed an order that is submitted again: also who submitted it before. */
export function changedBeforeSubmission({ changedByIds, submittedById }: OrderAuthors): UserId[] {
  return changedBy(changedByIds, { userId: submittedById });
}

/**
 * Who submitted an order takes it back before it is decided; anyone else only as an admin. One that was submitted before the
 * service kept who did is its creator's.
 * @throws DomainError FORBIDDEN_ABILITY
 */
export function requireSubmitter(order: OrderAuthors, actor: Pick<Actor, 'userId' | 'abilities'>): void {
  if (actor.userId !== (order.submittedById ?? order.createdById)) requireRule(actor, 'purchase_orders.withdraw_any');
}

/**
 * A draft may be deleted while it was never submitted; afterwards others have seen it and it is cancelled instead.
 * @throws DomainError INVALID_STATUS
 */
export function requireDeletable(order: { readonly status: OrderStatus; readonly submissions: number }): void {
  nextStatus(order.status, 'delete');
  if (order.submissions > 0) throw refused(order.status, 'purchase_order.delete_submitted');
}

/** The refusal to delete a draft for which an invoice was entered already: the invoice would lose its order. */
export function billedDraft(status: OrderStatus): DomainError {
  return refused(status, 'purchase_order.delete_invoiced');
}

/**
 * Cancelling leads to `cancelled` from anywhere the lifecycle says; an approved order also must have nothing received
 * (net) and no invoice but draft or cancelled ones.
 * @returns `cancelled`
 * @throws DomainError INVALID_STATUS
 */
export function requireCancellable(status: OrderStatus, engagements: Engagements): OrderStatus {
  const to = nextStatus(status, 'cancel');
  if (status !== 'approved') return to;
  if (decimal(engagements.netReceived).gt(0)) throw refused(status, 'purchase_order.cancel_received');
  if (engagements.liveInvoices > 0) throw refused(status, 'purchase_order.cancel_invoiced');
  return to;
}

/** What a rule about closing asks of an order. */
export interface Closable {
  readonly status: OrderStatus;
  /** When a person closed it short; null when nobody has. */
  readonly closedAt: Date | null;
}

/**
 * A short close waits until no invoice of the order is submitted or pending, and takes something off: an order that is
 * closed is closed again only when goods went back since.
 * @param waitingInvoices invoices of the order that are submitted or pending
 * @param takesOff whether the close takes something off a line
 * @throws DomainError INVALID_STATUS
 */
export function requireClosable({ status, closedAt }: Closable, waitingInvoices: number, takesOff: boolean): void {
  nextStatus(status, 'close');
  if (waitingInvoices > 0) throw refused(status, 'purchase_order.close_invoices_waiting');
  if (closedAt !== null && !takesOff) throw refused(status, 'purchase_order.closed_already');
}

/**
 * Only what was closed is reopened.
 * @returns `approved`
 * @throws DomainError INVALID_STATUS
 */
export function requireClosed({ status, closedAt }: Closable): OrderStatus {
  const to = nextStatus(status, 'reopen');
  if (closedAt === null) throw refused(status, 'purchase_order.not_closed');
  return to;
}

/**
 * Of an order that was closed nothing more is received, and it is not amended.
 * @throws DomainError INVALID_STATUS
 */
export function requireNotClosed({ status, closedAt }: Closable): void {
  if (closedAt !== null) throw refused(status, 'purchase_order.closed');
}

/** @throws DomainError INVALID_STATUS for an order that is not approved, or was closed */
export function requireAmendable(order: Closable): void {
  nextStatus(order.status, 'amend');
  requireNotClosed(order);
}

function refused(status: OrderStatus, key: MessageKey): DomainError {
  return new DomainError('INVALID_STATUS', { key }, { details: { status } });
}

/** A request that may override the budget. */
interface BudgetOverrideRequest {
  readonly overrideBudget?: boolean | undefined;
  readonly comments: string | null;
}

/**
 * An override of the budget says why.
 * @throws DomainError VALIDATION_ERROR on `comments`
 */
export function requireComments({ overrideBudget, comments }: BudgetOverrideRequest): void {
  if (overrideBudget && !comments) throw invalidField('comments', 'validation.required');
}

/**
 * An override of the budget takes `admin`.
 * @throws DomainError FORBIDDEN_ABILITY
 */
export function requireOverrideAbility(actor: Actor, { overrideBudget }: BudgetOverrideRequest): void {
  if (overrideBudget) requireRule(actor, 'purchase_orders.override_budget');
}
