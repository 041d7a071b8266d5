import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import { Clock } from '../../common/clock';
import type { EventData, InvoiceEvent } from '../../common/events';
import { toNumber } from '../../common/money';
import { AuditLog, Outbox, type Transaction } from '../../database';
import { paymentStatus } from '../domain/payments/payment';
import { paymentFactsOf, type StoredInvoice } from '../entities/stored-invoice';

/** What is written in the audit trail and told to nobody. */
export type QuietAction =
  'updated' | 'submitted' | 'rejected' | 'voided' | 'credited' | 'payment_recorded' | 'refund_recorded';

/** What subscribers are told of too. */
export type ToldAction = 'created' | 'approved' | 'paid';

type Told<Action extends ToldAction> = Omit<EventData[`invoice.${Action}`], keyof InvoiceEvent>;
type Details = Readonly<Record<string, unknown>>;

/** Writes down what happens to invoices: the audit trail, which nobody can change, and the events for subscribers. */
@Injectable()
export class InvoiceChronicle {
  constructor(
    private readonly log: AuditLog,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** An entry of the audit trail. */
  async note(tx: Transaction, actor: Actor, id: number, action: QuietAction, details?: Details): Promise<void> {
    await this.write(tx, actor, id, action, details);
  }

  /** An entry of the audit trail, and the event of that name. */
  async tell<Action extends ToldAction>(
    tx: Transaction,
    actor: Actor,
    invoice: StoredInvoice,
    action: Action,
    told: Told<Action>,
    details?: Details,
  ): Promise<void> {
    const data = { ...this.subject(invoice), ...told } as unknown as EventData[`invoice.${Action}`];
    await Promise.all([
      this.write(tx, actor, invoice.id, action, details),
      this.outbox.record(tx, `invoice.${action}`, data),
    ]);
  }

  private async write(
    tx: Transaction,
    actor: Actor,
    entityId: number,
    action: QuietAction | ToldAction,
    details?: Details,
  ): Promise<void> {
    await this.log.record(tx, actor, { action, entityType: 'invoice', entityId, ...(details && { details }) });
  }

  private subject(invoice: StoredInvoice): InvoiceEvent {
    return {
      invoice_id: invoice.id,
      invoice_number: invoice.invoiceNumber,
      vendor_invoice_number: invoice.vendorInvoiceNumber,
      status: invoice.status,
      payment_status: paymentStatus(paymentFactsOf(invoice), this.clock.today()),
      match_status: invoice.matchStatus,
      total: toNumber(invoice.totals.total),
      currency: invoice.currency,
      vendor_id: invoice.vendorId,
      purchase_order_id: invoice.orderId,
    };
  }
}
