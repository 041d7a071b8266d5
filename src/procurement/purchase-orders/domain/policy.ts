import type { Actor } from '../../../common/actor';
import { requireRule } from '../../../common/actor/abilities';
import { DomainError, invalidField } from '../../../common/errors';
import type { MessageKey } from '../../../messages';
import { decimal, type DecimalInput } from '../../../common/money';
import type { UserId } from '../../../common/records/ids';
import { nextStatus, type OrderStatus } from './lifecycle';

/** Receipts and invoices that restrict the end of an order. */
export interface Engagements {
  /** Received minus rejected minus returned, over all lines. */
  readonly netReceived: DecimalInput;
  /** Invoices that are neither draft nor cancelled. */
  readonly liveInvoices: number;
}

/** @throws DomainError VALIDATION_ERROR on `department_id` if it is not given and the acting user has none */
export function orderingDepartment({ departmentId }: Pick<Actor, 'departmentId'>, named: number | undefined): number {
  const id = named ?? departmentId;
  if (id === null) throw invalidField('department_id', 'purchase_order.department_required');
  return id;
}

/** @throws Error for an actor without a user; the API never calls this for one */
export function requester({ userId }: Pick<Actor, 'userId'>): UserId {
  if (userId === null) throw new Error('Only a user can request orders and amendments');
  return userId;
}

/** Adds the acting user to the users who changed an order. Decisions never remove a user from the list. */
export function changedBy(before: readonly UserId[], { userId }: Pick<Actor, 'userId'>): UserId[] {
  return userId === null || before.includes(userId) ? [...before] : [...before, userId];
}

export interface OrderAuthors {
  readonly createdById: UserId;
  readonly submittedById: UserId | null;
  readonly changedByIds: readonly UserId[];
}

/** Users that `prevent_self_approval` excludes: creator, submitter, changers, requesters of approved amendments. */
export function authorsOf({ createdById, submittedById, changedByIds }: OrderAuthors): readonly UserId[] {
  return [...new Set([createdById, ...changedByIds, ...(submittedById === null ? [] : [submittedById])])];
}

/** At a new submission, also adds the previous submitter. */
export function changedBeforeSubmission({ changedByIds, submittedById }: OrderAuthors): UserId[] {
  return changedBy(changedByIds, { userId: submittedById });
}

/**
 * Only the submitter may withdraw; without a stored submitter, the creator. Others need `admin`.
 * @throws DomainError FORBIDDEN_ABILITY
 */
export function requireSubmitter(order: OrderAuthors, actor: Pick<Actor, 'userId' | 'abilities'>): void {
  if (actor.userId !== (order.submittedById ?? order.createdById)) requireRule(actor, 'purchase_orders.withdraw_any');
}

/**
 * A draft may be deleted before its first submission. Later, others have read it, so it must be cancelled instead.
 * @throws DomainError INVALID_STATUS
 */
export function requireDeletable(order: { readonly status: OrderStatus; readonly submissions: number }): void {
  nextStatus(order.status, 'delete');
  if (order.submissions > 0) throw refused(order.status, 'purchase_order.delete_submitted');
}

/** The error for a draft that an invoice refers to: a delete would leave the invoice without an order. */
export function billedDraft(status: OrderStatus): DomainError {
  return refused(status, 'purchase_order.delete_invoiced');
}

/**
 * An approved order may be cancelled only without accepted goods and without invoices, except draft and cancelled ones.
 * @throws DomainError INVALID_STATUS
 */
export function requireCancellable(status: OrderStatus, engagements: Engagements): OrderStatus {
  const to = nextStatus(status, 'cancel');
  if (status !== 'approved') return to;
  if (decimal(engagements.netReceived).gt(0)) throw refused(status, 'purchase_order.cancel_received');
  if (engagements.liveInvoices > 0) throw refused(status, 'purchase_order.cancel_invoiced');
  return to;
}

export interface Closable {
  readonly status: OrderStatus;
  /** When a user closed the order short; null if it is not closed. */
  readonly closedAt: Date | null;
}

/**
 * A close needs all invoices decided. Another close of a closed order must take off a further quantity.
 * @throws DomainError INVALID_STATUS
 */
export function requireClosable({ status, closedAt }: Closable, waitingInvoices: number, takesOff: boolean): void {
  nextStatus(status, 'close');
  if (waitingInvoices > 0) throw refused(status, 'purchase_order.close_invoices_waiting');
  if (closedAt !== null && !takesOff) throw refused(status, 'purchase_order.closed_already');
}

/** @throws DomainError INVALID_STATUS for an order that is not closed */
export function requireClosed({ status, closedAt }: Closable): OrderStatus {
  const to = nextStatus(status, 'reopen');
  if (closedAt === null) throw refused(status, 'purchase_order.not_closed');
  return to;
}

/** @throws DomainError INVALID_STATUS for a closed order: it gets no receipts or amendments */
export function requireNotClosed({ status, closedAt }: Closable): void {
  if (closedAt !== null) throw refused(status, 'purchase_order.closed');
}

/** @throws DomainError INVALID_STATUS for an order that is closed or not approved */
export function requireAmendable(order: Closable): void {
  nextStatus(order.status, 'amend');
  requireNotClosed(order);
}

function refused(status: OrderStatus, key: MessageKey): DomainError {
  return new DomainError('INVALID_STATUS', { key }, { details: { status } });
}

interface BudgetOverrideRequest {
  readonly overrideBudget?: boolean | undefined;
  readonly comments: string | null;
}

/** @throws DomainError VALIDATION_ERROR on `comments` for a budget override without comments */
export function requireComments({ overrideBudget, comments }: BudgetOverrideRequest): void {
  if (overrideBudget && !comments) throw invalidField('comments', 'validation.required');
}

/** @throws DomainError FORBIDDEN_ABILITY for a budget override without `admin` */
export function requireOverrideAbility(actor: Actor, { overrideBudget }: BudgetOverrideRequest): void {
  if (overrideBudget) requireRule(actor, 'purchase_orders.override_budget');
}
