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
import { InvoiceEvents, type More, type PublishedAction, type EventSubject } from './invoice-events';
import { MatchingRepository } from './matching/matching.repository';
import { MatchingService } from './matching/matching.service';

type RecordedAction = 'updated' | 'step_approved' | 'refund_recorded';

type Details = Readonly<Record<string, unknown>>;

/**
 * Effects of an invoice change, in its transaction: order, matches, budget, audit trail, events. See `SpendingPort` for
 * the sequence of the budget calls.
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
   * @param found `waiting`: the order's other open invoices. `beyondAgreed`: the invoice bills more than agreed. Then,
   *   and for a completed order, the budget check covers the cost above the released commitment, as for an order.
   * @returns budget warnings for the approver
   * @throws DomainError BUDGET_REQUIRED, BUDGET_FROZEN, BUDGET_CLOSED or BUDGET_EXCEEDED where the budget is checked
   */
  async approved(
    tx: Transaction,
    actor: Actor,
    { invoice, order, now }: LockedInvoice,
    found: { readonly waiting: readonly StoredInvoice[]; readonly beyondAgreed: boolean },
    over: SpendingOverride,
  ): Promise<readonly Warning[]> {
    // A completed order has no commitment left. If it is billed again, e.g. after a void, the budget is checked again.
    const checked = found.beyondAgreed || order?.order.status === 'completed';
    const boundBefore = order && checked ? await this.ports.budgets.bound(tx, order.order.id) : null;
    if (order) await this.billedChanged(tx, actor, order, found.waiting);
    const early = order && !isInForce(order.order.status) ? await this.earlySpending(tx, order, now) : null;
    const spent = { ...spentInvoice(invoice, now), early };
    return this.ports.budgets.spend(tx, actor, spent, invoice.total, { ...over, boundBefore });
  }

  /** After a void, or a credit of `amount`. `billed`: whether billed quantities changed too. */
  async reversed(
    tx: Transaction,
    actor: Actor,
    { invoice, order, now }: LockedInvoice,
    change: { readonly amount: Decimal; readonly cause: 'void' | 'credit'; readonly billed: boolean },
  ): Promise<void> {
    await this.ports.budgets.reverse(tx, actor, spentInvoice(invoice, now), change.amount, change.cause);
    if (order && change.billed) await this.billedChanged(tx, actor, order);
  }

  /**
   * After the cancellation of a credit note of `amount`.
   * @param change `billed`: whether billed quantities changed too. `billedAgain`: the note's order lines that other
   *   invoices have billed since
   * @throws DomainError INVALID_STATUS if these lines would be billed beyond the ordered and accepted quantity
   */
  async restored(
    tx: Transaction,
    actor: Actor,
    { invoice, order, now }: LockedInvoice,
    change: { readonly amount: Decimal; readonly billed: boolean; readonly billedAgain: readonly OrderItemId[] },
  ): Promise<void> {
    if (order && change.billed) {
      const { accepted, billed } = await this.billedChanged(tx, actor, order);
      const lines = order.items.map(({ id, quantity }) => {
        return [id, { ordered: quantity, accepted: accepted.get(id), billed: billed.get(id) }] as const;
      });
      requireNotBilledAgain(new Map(lines), change.billedAgain);
    }
    await this.ports.budgets.restore(tx, actor, spentInvoice(invoice, now), change.amount);
  }

  /** After a payment, or a refund (negative amount). */
  async paid(tx: Transaction, actor: Actor, { invoice, now }: LockedInvoice, amount: Decimal): Promise<void> {
    await this.ports.budgets.pay(tx, actor, spentInvoice(invoice, now), amount);
  }

  async record(
    tx: Transaction,
    actor: Actor,
    entityId: number,
    action: RecordedAction | PublishedAction,
    details?: Details,
  ): Promise<void> {
    await this.audit.record(tx, actor, { action, entityType: 'invoice', entityId, ...(details && { details }) });
  }

  /** Writes the audit entry and publishes the event `invoice.<action>`. @param about the invoice after the change */
  async recordAndPublish<Action extends PublishedAction>(
    tx: Transaction,
    actor: Actor,
    about: EventSubject,
    action: Action,
    more: More<Action>,
    details?: Details,
  ): Promise<void> {
    await Promise.all([
      this.record(tx, actor, about.invoice.id, action, details),
      this.events.publish(tx, about, action, more),
    ]);
  }

  /** Publishes `invoice.paid` and its audit entry if the invoice has become paid. `before` is the earlier state. */
  async publishIfSettled(
    tx: Transaction,
    actor: Actor,
    { invoice: before, order }: LockedInvoice,
    invoice: StoredInvoice,
    paidAt: Date,
  ): Promise<void> {
    if (invoice.status !== 'paid' || before.status === 'paid') return;
    const more = { paid_at: paidAt.toISOString(), amount_paid: toNumber(invoice.paidAmount) };
    await this.recordAndPublish(tx, actor, { invoice, order }, 'paid', more);
  }

  /** Publishes only the event `invoice.<action>`, for callers that write their own audit entry. */
  async publishEvent<Action extends PublishedAction>(
    tx: Transaction,
    about: EventSubject,
    action: Action,
    more: More<Action>,
  ): Promise<void> {
    await this.events.publish(tx, about, action, more);
  }

  /** Total of the order's approved invoices less credits, including this one. */
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
