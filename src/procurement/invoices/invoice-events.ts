import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import type { InvoiceEvent, EventData } from '../../common/events';
import { toNumber } from '../../common/money';
import { Outbox, type Transaction } from '../../platform/database';
import { paymentStatus } from './domain/payments';
import { paymentFactsOf, type StoredInvoice } from './entities/stored-invoice';

/** What subscribers hear of: `invoice.<action>`. */
export type PublishedAction = keyof EventData extends infer Name
  ? Name extends `invoice.${infer Action}`
    ? Action
    : never
  : never;

/** What the event says beyond what every event of an invoice says. */
export type More<Action extends PublishedAction> = Omit<EventData[`invoice.${Action}`], keyof InvoiceEvent>;

/** An invoice as it is now, and the order that it bills. */
export interface ToldInvoice {
  readonly invoice: StoredInvoice;
  readonly order: { readonly order: { readonly departmentId: number | null } } | null;
}

/** Tells subscribers what happened to an invoice, in the transaction of the change. */
@Injectable()
export class InvoiceEvents {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** The event `invoice.<action>`. */
  async tell<Action extends PublishedAction>(
    tx: Transaction,
    about: ToldInvoice,
    action: Action,
    more: More<Action>,
  ): Promise<void> {
    const data = { ...this.eventOf(about), ...more } as unknown as EventData[`invoice.${Action}`];
    await this.outbox.record(tx, `invoice.${action}`, data);
  }

  /** The event `invoice.match_changed` of each of several invoices, with as many statements as for one. */
  async tellMatches(
    tx: Transaction,
    matches: readonly { readonly about: ToldInvoice; readonly more: More<'match_changed'> }[],
  ): Promise<void> {
    const all = matches.map(({ about, more }) => ({ ...this.eventOf(about), ...more }));
    await this.outbox.recordAll(tx, 'invoice.match_changed', all);
  }

  private eventOf({ invoice, order }: ToldInvoice): InvoiceEvent {
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
      department_id: order ? order.order.departmentId : invoice.departmentId,
      external_id: invoice.externalId,
    };
  }
}
