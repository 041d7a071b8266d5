import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import { calendarDate } from '../../common/clock';
import type { Warning } from '../../common/warnings';
import { type Decimal, sum, toNumber } from '../../common/money';
import type { OrderItemId } from '../../common/records/ids';
import { AuditLog, type Transaction } from '../../platform/database';
import { isInForce, type LockedOrder, type OrderProgress, OrderProgressService } from '../purchase-orders';
import { requireNotBilledAgain } from './domain/credit-notes';
import type { StoredInvoice } from './entities/stored-invoice';
import type { LockedInvoice } from './invoices.repository';
import { type EarlySpending, InvoicePorts, type SpendingOverride, type SpentInvoice } from './ports';
import { InvoiceEvents, type More, type PublishedAction, type ToldInvoice } from './invoice-events';
import { MatchingRepository } from './matching/matching.repository';
import { MatchingService } from './matching/matching.service';

/** Actions that are in the audit trail alone. */
type RecordedAction = 'updated' | 'step_approved' | 'refund_recorded';

type Details = Readonly<Record<string, unknown>>;

/**
 * What follows from a change of an invoice. When what counts as billed changes, the order is settled, its waiting invoices
 * are matched again, and the budget is adjusted; its figures fall before they rise. What happened stands in the audit
 * trail, which nobody can change, and subscribers hear of it.
 */
@Injectable()
export class InvoiceEffects {
  constructor(
    private readonly orders: OrderProgressService,
    private readonly matching: MatchingService,
    private readonly invoices: MatchingRepository,
    private readonly ports: InvoicePorts,
    private readonly audit: AuditLog,
    private readonly events: InvoiceEvents,
  ) {}

  /**
   * The invoice was approved.
   * @param found the order's other invoices that wait, and whether it bills more than was agreed on: then, and of an order that
   *   was completed before, what it costs above the commitment that it releases is checked like an order
   * @returns what the approver should know of the budget
   * @throws DomainError BUDGET_REQUIRED, BUDGET_FROZEN, BUDGET_CLOSED or BUDGET_EXCEEDED where the budget is checked
   */
  async approved(
    tx: Transaction,
    actor: Actor,
    { invoice, order, now }: LockedInvoice,
    found: { readonly waiting: readonly StoredInvoice[]; readonly beyondAgreed: boolean },
    over: SpendingOverride,
  ): Promise<readonly Warning[]> {
    // A completed order binds nothing: what is billed of it again, after a void say, is asked of the budget anew.
    const checked = found.beyondAgreed || order?.order.status === 'completed';
    const boundBefore = order && checked ? await this.ports.budgets.bound(tx, order.order.id) : null;
    if (order) await this.billedChanged(tx, actor, order, found.waiting);
    const early = order && !isInForce(order.order.status) ? await this.earlySpending(tx, order, now) : null;
    const spent = { ...spentInvoice(invoice, now), early };
    return this.ports.budgets.spend(tx, actor, spent, invoice.total, { ...over, boundBefore });
  }

  /** An approved invoice was voided, or `amount` of it credited. `billed`: whether quantities changed too. */
  async takenBack(
    tx: Transaction,
    actor: Actor,
    { invoice, order, now }: LockedInvoice,
    change: { readonly amount: Decimal; readonly cause: 'void' | 'credit'; readonly billed: boolean },
  ): Promise<void> {
    await this.ports.budgets.takeBack(tx, actor, spentInvoice(invoice, now), change.amount, change.cause);
    if (order && change.billed) await this.billedChanged(tx, actor, order);
  }

  /**
   * A credit note of `amount` was cancelled. `billed`: whether quantities changed too.
   * @param change.again order lines of the note that other invoices have billed since
   * @throws DomainError INVALID_STATUS where these would be billed beyond what was ordered and accepted
   */
  async restored(
    tx: Transaction,
    actor: Actor,
    { invoice, order, now }: LockedInvoice,
    change: { readonly amount: Decimal; readonly billed: boolean; readonly again: readonly OrderItemId[] },
  ): Promise<void> {
    if (order && change.billed) {
      const { accepted, billed } = await this.billedChanged(tx, actor, order);
      const lines = order.items.map(({ id, quantity }) => {
        return [id, { ordered: quantity, accepted: accepted.get(id), billed: billed.get(id) }] as const;
      });
      requireNotBilledAgain(new Map(lines), change.again);
    }
    await this.ports.budgets.restore(tx, actor, spentInvoice(invoice, now), change.amount);
  }

  /** Something was paid, or refunded when the amount is negative. */
  async paid(tx: Transaction, actor: Actor, { invoice, now }: LockedInvoice, amount: Decimal): Promise<void> {
    await this.ports.budgets.pay(tx, actor, spentInvoice(invoice, now), amount);
  }

  /** Writes an entry of the audit trail. */
  async record(
    tx: Transaction,
    actor: Actor,
    entityId: number,
    action: RecordedAction | PublishedAction,
    details?: Details,
  ): Promise<void> {
    await this.audit.record(tx, actor, { action, entityType: 'invoice', entityId, ...(details && { details }) });
  }

  /**
   * Writes an entry of the audit trail and the event `invoice.<action>`.
   * @param about the invoice as it is now
   */
  async publish<Action extends PublishedAction>(
    tx: Transaction,
    actor: Actor,
    about: ToldInvoice,
    action: Action,
    more: More<Action>,
    details?: Details,
  ): Promise<void> {
    await Promise.all([
      this.record(tx, actor, about.invoice.id, action, details),
      this.events.tell(tx, about, action, more),
    ]);
  }

  /**
   * Publishes `invoice.paid`, with its entry of the audit trail, each time that an invoice becomes paid.
   * @param locked the invoice as it was before
   */
  async publishIfSettled(
    tx: Transaction,
    actor: Actor,
    { invoice: before, order }: LockedInvoice,
    invoice: StoredInvoice,
    paidAt: Date,
  ): Promise<void> {
    if (invoice.status !== 'paid' || before.status === 'paid') return;
    const told = { paid_at: paidAt.toISOString(), amount_paid: toNumber(invoice.paidAmount) };
    await this.publish(tx, actor, { invoice, order }, 'paid', told);
  }

  /** Only the event `invoice.<action>`: of what an entry of another name tells in the audit trail. */
  async tell<Action extends PublishedAction>(
    tx: Transaction,
    about: ToldInvoice,
    action: Action,
    more: More<Action>,
  ): Promise<void> {
    await this.events.tell(tx, about, action, more);
  }

  /** What the order's approved invoices come to, this one among them. */
  private async earlySpending(tx: Transaction, { order }: LockedOrder, now: Date): Promise<EarlySpending> {
    const approved = await this.invoices.approvedOf(tx, order.id);
    const { departmentId, expenseType, submittedAt } = order;
    const requested = sum(approved.map(({ total, credited }) => total.minus(credited)));
    return { departmentId, expenseType, day: calendarDate(submittedAt ?? now), requested };
  }

  private async billedChanged(
    tx: Transaction,
    actor: Actor,
    order: LockedOrder,
    waiting?: readonly StoredInvoice[],
  ): Promise<OrderProgress> {
    const progress = await this.orders.settle(tx, actor, order);
    await this.matching.rematch(tx, actor, order, { progress, ...(waiting && { waiting }) });
    return progress;
  }
}

function spentInvoice(invoice: StoredInvoice, now: Date): SpentInvoice {
  const { id, invoiceNumber, purchaseOrderId: orderId, departmentId, vendorId, currency, invoiceDate } = invoice;
  const approvedOn = calendarDate(invoice.approvedAt ?? now);
  return { id, invoiceNumber, orderId, departmentId, vendorId, currency, invoiceDate, approvedOn, early: null };
}
