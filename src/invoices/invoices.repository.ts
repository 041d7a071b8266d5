import { Injectable } from '@nestjs/common';
import { notFound } from '../common/errors';
import type { LineAmounts } from '../common/money';
import type { Transaction } from '../database';
import type { InvoiceIdentity } from './domain/entry/duplicates';
import type { InvoiceLineFacts } from './domain/matching/facts';
import type { HeaderTotals } from './domain/entry/totals';
import { Invoice } from './entities/invoice.entity';
import { STORED, storedInvoice, type StoredInvoice, type StoredInvoiceRow } from './entities/stored-invoice';

/** An invoice to be written, a draft. */
export interface NewInvoiceRecord {
  readonly invoiceNumber: string;
  readonly vendorInvoiceNumber: string;
  readonly identity: InvoiceIdentity;
  readonly orderId: number | null;
  readonly departmentId: number | null;
  readonly currency: string;
  readonly totals: HeaderTotals;
  readonly invoiceDate: string;
  readonly dueDate: string;
  readonly description: string | null;
  readonly createdById: number | null;
}

/** A line with what it comes to; new lines have no id yet. */
export interface LineRecord {
  readonly line: Omit<InvoiceLineFacts, 'id'> & { readonly id: number | null };
  readonly amounts: LineAmounts;
}

/** Columns that a verb may change. */
export type InvoiceColumns = Partial<
  Omit<Invoice, 'tenantId' | 'id' | 'invoiceNumber' | 'createdAt' | 'updatedAt' | 'version'>
>;

/** Invoices of the transaction's tenant. One statement for any number of lines. */
@Injectable()
export class InvoicesRepository {
  /** The order of an invoice; it never changes, so it can be asked for before the order is locked. */
  async orderOf(tx: Transaction, id: number): Promise<number | null> {
    const [row] = await tx.query<{ order_id: number | null }>(
      'SELECT purchase_order_id AS order_id FROM invoices WHERE tenant_id = $1 AND id = $2',
      [tx.tenantId, id],
    );
    if (!row) throw notFound();
    return row.order_id;
  }

  /** The invoice with its lines, locked. The caller holds the lock on its order, if it has one. */
  async lock(tx: Transaction, id: number): Promise<StoredInvoice> {
    const [row] = await tx.query<StoredInvoiceRow>(`${STORED} AND i.id = $2 FOR UPDATE OF i`, [tx.tenantId, id]);
    if (!row) throw notFound();
    return storedInvoice(row);
  }

  /** Inserts a draft; its lines follow in the same transaction. */
  async insert(tx: Transaction, invoice: NewInvoiceRecord, at: Date): Promise<number> {
    const { identity, totals } = invoice;
    const [row] = await tx.query<{ id: number }>(
      `INSERT INTO invoices
         (tenant_id, invoice_number, vendor_invoice_number, number_key, fiscal_year, vendor_id, purchase_order_id,
          department_id, status, match_status, currency, subtotal, vat_amount, total, invoice_date, due_date, description,
          created_by_id, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'draft', 'pending_grn', $9, $10, $11, $12, $13, $14, $15, $16, $17, $17)
       RETURNING id`,
      [
        tx.tenantId,
        invoice.invoiceNumber,
        invoice.vendorInvoiceNumber,
        identity.numberKey,
        identity.fiscalYear,
        identity.vendorId,
        invoice.orderId,
        invoice.departmentId,
        invoice.currency,
        totals.subtotal.toFixed(),
        totals.vat.toFixed(),
        totals.total.toFixed(),
        invoice.invoiceDate,
        invoice.dueDate,
        invoice.description,
        invoice.createdById,
        at,
      ],
    );
    if (!row) throw new Error('The new invoice was not written');
    return row.id;
  }

  /** Adds lines and answers their ids by line number. */
  async insertLines(tx: Transaction, id: number, lines: readonly LineRecord[]): Promise<ReadonlyMap<number, number>> {
    if (lines.length === 0) return new Map();
    const rows = await tx.query<{ id: number; line_number: number }>(
      `INSERT INTO invoice_items (tenant_id, invoice_id, line_number, purchase_order_item_id, description, quantity, unit,
                                  unit_price, vat_rate, net_amount, vat_amount, total)
       SELECT $1, $2, l.line_number, l.po_line_id, l.description, l.quantity, l.unit, l.unit_price, l.vat_rate,
              l.net, l.vat, l.total
         FROM jsonb_to_recordset($3::jsonb) AS l (${LINE}) ORDER BY l.line_number
       RETURNING id, line_number`,
      [tx.tenantId, id, linesJson(lines)],
    );
    return new Map(rows.map((row) => [row.line_number, row.id]));
  }

  /** Writes stored lines anew. */
  async updateLines(tx: Transaction, id: number, lines: readonly LineRecord[]): Promise<void> {
    if (lines.length === 0) return;
    await tx.query(
      `UPDATE invoice_items i
          SET purchase_order_item_id = l.po_line_id, description = l.description, quantity = l.quantity, unit = l.unit,
              unit_price = l.unit_price, vat_rate = l.vat_rate, net_amount = l.net, vat_amount = l.vat, total = l.total
         FROM jsonb_to_recordset($3::jsonb) AS l (id bigint, ${LINE})
        WHERE i.tenant_id = $1 AND i.invoice_id = $2 AND i.id = l.id`,
      [tx.tenantId, id, linesJson(lines)],
    );
  }

  /** Changes columns of a locked invoice and raises its version. */
  async update(tx: Transaction, id: number, columns: InvoiceColumns, at: Date): Promise<void> {
    await tx
      .repository(Invoice)
      .update({ tenantId: tx.tenantId, id }, { ...columns, updatedAt: at, version: () => 'version + 1' });
  }
}

const LINE = `line_number int, po_line_id bigint, description text, quantity numeric, unit text, unit_price numeric,
  vat_rate numeric, net numeric, vat numeric, total numeric`;

function linesJson(lines: readonly LineRecord[]): string {
  return JSON.stringify(
    lines.map(({ line, amounts }) => ({
      id: line.id,
      line_number: line.lineNumber,
      po_line_id: line.poLineId,
      description: line.description,
      quantity: line.quantity.toFixed(),
      unit: line.unit,
      unit_price: line.unitPrice.toFixed(),
      vat_rate: line.vatRate.toFixed(),
      net: amounts.net.toFixed(),
      vat: amounts.vat.toFixed(),
      total: amounts.total.toFixed(),
    })),
  );
}
