import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import { calendarDate, Clock } from '../../common/clock';
import type { EventData, InvoiceEvent } from '../../common/events';
import type { Warning } from '../../common/messages/warning';
import { type Decimal, toNumber } from '../../common/money';
import { AuditLog, Outbox, type Transaction } from '../../database';
import { type LockedOrder, OrderProgressService } from '../../purchase-orders';
import { paymentStatus } from '../domain/payments';
import { paymentFactsOf, type StoredInvoice } from '../entities/stored-invoice';
import type { LockedInvoice } from '../invoices.repository';
import { InvoicePorts, type SpendingOverride, type SpentInvoice } from '../ports';
import { MatchingService } from './matching.service';

/** Actions that are in the audit trail alone. */
type RecordedAction =
  | 'updated'
  | 'submitted'
  | 'step_approved'
  | 'rejected'
  | 'voided'
  | 'credited'
  | 'payment_recorded'
  | 'refund_recorded';

/** Actions that subscribers hear of too. */
type PublishedAction = 'created' | 'approved' | 'paid';

/** What the event says beyond what every event of an invoice says. */
type More<Action extends PublishedAction> = Omit<EventData[`invoice.${Action}`], keyof InvoiceEvent>;

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
    private readonly ports: InvoicePorts,
    private readonly audit: AuditLog,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * The invoice was approved.
   * @param waiting the order's other invoices that wait
   * @returns what the approver should know of the budget
   * @throws DomainError BUDGET_REQUIRED, BUDGET_FROZEN, BUDGET_CLOSED or BUDGET_EXCEEDED for an invoice without an order
   */
  async approved(
    tx: Transaction,
    actor: Actor,
    { invoice, order, now }: LockedInvoice,
    waiting: readonly StoredInvoice[],
    over: SpendingOverride,
  ): Promise<readonly Warning[]> {
    if (order) await this.billedChanged(tx, actor, order, waiting);
    return this.ports.budgets.spend(tx, actor, spentInvoice(invoice, now), invoice.total, over);
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
   * @param invoice as it is now
   */
  async publish<Action extends PublishedAction>(
    tx: Transaction,
    actor: Actor,
    invoice: StoredInvoice,
    action: Action,
    more: More<Action>,
    details?: Details,
  ): Promise<void> {
    const data = { ...this.eventOf(invoice), ...more } as unknown as EventData[`invoice.${Action}`];
    await Promise.all([
      this.record(tx, actor, invoice.id, action, details),
      this.outbox.record(tx, `invoice.${action}`, data),
    ]);
  }

  private eventOf(invoice: StoredInvoice): InvoiceEvent {
    return {
      invoice_id: invoice.id,
      invoice_number: invoice.invoiceNumber,
      vendor_invoice_number: invoice.vendorInvoiceNumber,
      status: invoice.status,
      payment_status: paymentStatus(paymentFactsOf(invoice), this.clock.today()),
      match_status: invoice.matchStatus,
      total: toNumber(invoice.total),
      currency: invoice.currency,
      vendor_id: invoice.vendorId,
      purchase_order_id: invoice.purchaseOrderId,
    };
  }

  private async billedChanged(
    tx: Transaction,
    actor: Actor,
    order: LockedOrder,
    waiting?: readonly StoredInvoice[],
  ): Promise<void> {
    const progress = await this.orders.settle(tx, actor, order);
    await this.matching.rematch(tx, actor, order, { progress, ...(waiting && { waiting }) });
  }
}

function spentInvoice(invoice: StoredInvoice, now: Date): SpentInvoice {
  const { id, invoiceNumber, purchaseOrderId: orderId, departmentId, vendorId, currency } = invoice;
  const approvedOn = calendarDate(invoice.approvedAt ?? now);
  return { id, invoiceNumber, orderId, departmentId, vendorId, currency, approvedOn };
}
