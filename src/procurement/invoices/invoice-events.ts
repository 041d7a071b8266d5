import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import type { InvoiceEvent, EventData } from '../../common/events';
import { toNumber } from '../../common/money';
import { Outbox, type Transaction } from '../../platform/database';
import { paymentStatus } from './domain/payments';
import { paymentFactsOf, type StoredInvoice } from './entities/stored-invoice';

/** The `<action>` of every published event `invoice.<action>`. */
export type PublishedAction = keyof EventData extends infer Name
  ? Name extends `invoice.${infer Action}`
    ? Action
    : never
  : never;

export type More<Action extends PublishedAction> = Omit<EventData[`invoice.${Action}`], keyof InvoiceEvent>;

export interface EventSubject {
  readonly invoice: StoredInvoice;
  readonly order: { readonly order: { readonly departmentId: number | null } } | null;
}

@Injectable()
export class InvoiceEvents {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  async publish<Action extends PublishedAction>(
    tx: Transaction,
    about: EventSubject,
    action: Action,
    more: More<Action>,
  ): Promise<void> {
    const data = { ...this.eventOf(about), ...more } as unknown as EventData[`invoice.${Action}`];
    await this.outbox.record(tx, `invoice.${action}`, data);
  }

  /** Publishes `invoice.match_changed` for several invoices with the same number of statements as for one. */
  async publishMatches(
    tx: Transaction,
    matches: readonly { readonly about: EventSubject; readonly more: More<'match_changed'> }[],
  ): Promise<void> {
    const all = matches.map(({ about, more }) => ({ ...this.eventOf(about), ...more }));
    await this.outbox.recordAll(tx, 'invoice.match_changed', all);
  }

  private eventOf({ invoice, order }: EventSubject): InvoiceEvent {
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
