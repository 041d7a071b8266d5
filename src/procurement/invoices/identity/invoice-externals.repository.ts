import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock';
import { type External, UNKNOWN_OUTSIDE } from '../../../common/records/external';
import type { Transaction } from '../../../platform/database';
import { noteInvoice, noteLines, notePaymentExternal } from '../entities/audited';
import { Invoice, InvoiceItem } from '../entities/invoice.entity';
import { Payment } from '../entities/payment.entity';
import type { StoredInvoice } from '../entities/stored-invoice';

interface Found {
  readonly table: 'invoices' | 'invoice_items' | 'payments';
  readonly id: number;
  readonly external: External;
}

/** External ids of invoices, their lines and payments. The caller must hold the lock on the invoice. */
@Injectable()
export class InvoiceExternals {
  constructor(private readonly clock: Clock) {}

  /** The given line or payment, else the invoice; undefined if the invoice has no such part. */
  async find(
    tx: Transaction,
    invoice: StoredInvoice,
    { lineId, paymentId }: { readonly lineId?: number; readonly paymentId?: number },
  ): Promise<Found | undefined> {
    if (paymentId !== undefined) {
      const { tenantId } = tx;
      const payment = await tx
        .repository(Payment)
        .findOne({ where: { tenantId, invoiceId: invoice.id, id: paymentId } });
      return payment ? { table: 'payments', id: paymentId, external: payment } : undefined;
    }
    if (lineId === undefined) return { table: 'invoices', id: invoice.id, external: invoice };
    const line = invoice.lines.find(({ id }) => id === lineId);
    return line && { table: 'invoice_items', id: lineId, external: { ...UNKNOWN_OUTSIDE, ...line } };
  }

  async set(tx: Transaction, invoice: StoredInvoice, found: Found, changes: Partial<External>): Promise<void> {
    const raised = { updatedAt: this.clock.now(), version: () => 'version + 1' };
    const own = found.table === 'invoices' ? changes : {};
    await tx.repository(Invoice).update({ tenantId: tx.tenantId, id: invoice.id }, { ...own, ...raised });
    noteInvoice(tx, invoice, { ...invoice, ...own });
    const key = { tenantId: tx.tenantId, id: found.id };
    if (found.table === 'invoice_items') {
      await tx.repository(InvoiceItem).update(key, changes);
      const after = invoice.lines.map((line) => (line.id === found.id ? { ...line, ...changes } : line));
      noteLines(tx, invoice.id, invoice.lines, after);
    } else if (found.table === 'payments') {
      await tx.repository(Payment).update(key, changes);
      notePaymentExternal(tx, invoice.id, found, changes);
    }
  }
}
