import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import { Clock } from '../../common/clock';
import type { EventData, InvoiceEvent } from '../../common/events';
import { toNumber } from '../../common/money';
import { AuditLog, Outbox, type Transaction } from '../../database';
import { paymentStatus } from '../domain/payments/payment';
import { paymentFactsOf, type StoredInvoice } from '../entities/stored-invoice';

/** Actions that are in the audit trail alone. */
export type RecordedAction =
  'updated' | 'submitted' | 'rejected' | 'voided' | 'credited' | 'payment_recorded' | 'refund_recorded';

/** Actions that subscribers hear of too. */
export type PublishedAction = 'created' | 'approved' | 'paid';

type Published<Action extends PublishedAction> = Omit<EventData[`invoice.${Action}`], keyof InvoiceEvent>;
type Details = Readonly<Record<string, unknown>>;

/** Writes down what happens to invoices: the audit trail, which nobody can change, and the events for subscribers. */
@Injectable()
export class InvoiceHistory {
  constructor(
    private readonly audit: AuditLog,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

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
   * @param more what the event says beyond what every event of an invoice says
   */
  async publish<Action extends PublishedAction>(
    tx: Transaction,
    actor: Actor,
    invoice: StoredInvoice,
    action: Action,
    more: Published<Action>,
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
}
