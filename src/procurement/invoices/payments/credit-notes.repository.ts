import { Injectable } from '@nestjs/common';
import type { CalendarDate, Period } from '../../../common/clock';
import { invalidField, notFound } from '../../../common/errors';
import { type Decimal, ZERO } from '../../../common/money';
import type { InvoiceId, OrderId, OrderItemId, VendorId } from '../../../common/records/ids';
import { isWithin, type Transaction } from '../../../platform/database';
import type { CreditNoteStatus } from '../domain/credit-notes';
import { BILLED_STATUSES } from '../domain/lifecycle';
import type { Credit } from '../domain/payments';
import { type CreditedLine, noteCreditCancelled, noteCreditNote, noteCredited } from '../entities/audited';
import type { CreditNote } from '../entities/credit-note.entity';
import { type AsText, withDecimals } from '../entities/stored-invoice';
import { refusingDuplicates } from '../invoices.repository';
import { CREDIT_DATE } from '../queries/credit-notes.sql';

export type NewCreditNote = Pick<
  CreditNote,
  'invoiceId' | 'vendorId' | 'creditNoteNumber' | 'numberKey' | 'fiscalYear' | 'fiscalSeries' | 'reason' | 'createdById'
> & { readonly creditDate: CalendarDate; readonly credit: Credit };

export interface StoredCreditNote {
  readonly id: number;
  readonly invoiceId: InvoiceId;
  readonly creditNoteNumber: string;
  readonly status: CreditNoteStatus;
  readonly amount: Decimal;
  readonly createdAt: Date;
  readonly lines: readonly {
    readonly lineId: number;
    readonly quantity: Decimal;
    readonly itemId: OrderItemId | null;
  }[];
}

interface StoredRow extends AsText<Omit<StoredCreditNote, 'lines'>> {
  readonly lines: readonly AsText<StoredCreditNote['lines'][number]>[];
}

type Cancellation = Pick<CreditNote, 'cancelledAt' | 'cancelledById' | 'cancellationReason'>;

const TAKEN = { index: 'uq_credit_notes_number', field: 'credit_note_number', key: 'invoice.credit_taken' } as const;

/** Credit notes of the transaction's tenant. The caller must hold the lock on the invoice. */
@Injectable()
export class CreditNotesRepository {
  /** The invoice of a note never changes, so it can be read before the lock. @throws DomainError NOT_FOUND */
  async invoiceOf(tx: Transaction, id: number): Promise<InvoiceId> {
    const [row] = await tx.query<{ id: InvoiceId }>(
      'SELECT invoice_id AS id FROM credit_notes WHERE tenant_id = $1 AND id = $2',
      [tx.tenantId, id],
    );
    if (!row) throw notFound();
    return row.id;
  }

  async stored(tx: Transaction, id: number): Promise<StoredCreditNote> {
    const [row] = await tx.query<StoredRow>(
      `SELECT c.id, c.invoice_id AS "invoiceId", c.credit_note_number AS "creditNoteNumber", c.amount::text,
              CASE WHEN c.cancelled_at IS NULL THEN 'active' ELSE 'cancelled' END AS status, c.created_at AS "createdAt",
              (SELECT coalesce(json_agg(json_build_object('lineId', n.invoice_item_id, 'quantity', n.quantity::text,
                        'itemId', l.matched_item_id)), '[]'::json)
                 FROM credit_note_items n
                 JOIN invoice_items l ON l.tenant_id = $1 AND l.id = n.invoice_item_id
                WHERE n.tenant_id = $1 AND n.credit_note_id = c.id) AS lines
         FROM credit_notes c WHERE c.tenant_id = $1 AND c.id = $2`,
      [tx.tenantId, id],
    );
    if (!row) throw notFound();
    return { ...withDecimals(row, 'amount'), lines: row.lines.map((line) => withDecimals(line, 'quantity')) };
  }

  /**
   * Requires that no other active note of the vendor has the number in one of the periods. For concurrent inserts the
   * unique index rejects one. The index does not cover notes of the previous release, which have no fiscal year.
   * @throws DomainError VALIDATION_ERROR on `credit_note_number`
   */
  async requireUnused(
    tx: Transaction,
    { vendorId, numberKey }: { readonly vendorId: VendorId; readonly numberKey: string },
    periods: readonly Period[],
  ): Promise<void> {
    const used = await tx.query(
      `SELECT FROM credit_notes c
        WHERE c.tenant_id = $1 AND c.vendor_id = $2 AND c.number_key = $3 AND c.cancelled_at IS NULL
          AND ${isWithin(CREDIT_DATE, '$4')} LIMIT 1`,
      [tx.tenantId, vendorId, numberKey, JSON.stringify(periods)],
    );
    if (used.length > 0) throw invalidField(TAKEN.field, TAKEN.key);
  }

  /**
   * Also adds the quantities to the credited quantities of the invoice, in one statement
   * (docs/decisions/repositories-and-sql.md).
   * @throws DomainError VALIDATION_ERROR on `credit_note_number` for a number used in the fiscal year
   */
  async insert(tx: Transaction, note: NewCreditNote, at: Date): Promise<number> {
    const lines = note.credit.lines.map(({ lineId, quantity, amount }) => ({
      line_id: lineId,
      quantity: quantity.toFixed(),
      amount: amount.toFixed(),
    }));
    const written = tx.query<{ id: number; credited: readonly CreditedLine[] | null }>(
      `WITH note AS (
         INSERT INTO credit_notes (tenant_id, invoice_id, vendor_id, credit_note_number, number_key, amount, reason,
                                   created_by_id, created_at, credit_date, fiscal_year, fiscal_series)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $11, $12, $13) RETURNING id
       ), credited AS (
         SELECT * FROM jsonb_to_recordset($10::jsonb) AS l (line_id bigint, quantity numeric, amount numeric)
       ), lines AS (
         INSERT INTO credit_note_items (tenant_id, credit_note_id, invoice_item_id, quantity, amount)
         SELECT $1, note.id, credited.line_id, credited.quantity, credited.amount FROM note, credited ORDER BY credited.line_id
       ), taken AS (
         UPDATE invoice_items i SET credited_quantity = i.credited_quantity + credited.quantity
           FROM credited WHERE i.tenant_id = $1 AND i.invoice_id = $2 AND i.id = credited.line_id
         RETURNING i.id, i.credited_quantity::text AS now
       )
       SELECT id, (SELECT json_agg(taken) FROM taken) AS credited FROM note`,
      [
        tx.tenantId,
        note.invoiceId,
        note.vendorId,
        note.creditNoteNumber,
        note.numberKey,
        note.credit.amount.toFixed(),
        note.reason,
        note.createdById,
        at,
        JSON.stringify(lines),
        note.creditDate,
        note.fiscalYear,
        note.fiscalSeries,
      ],
    );
    const [row] = await refusingDuplicates(written, TAKEN);
    if (!row) throw new Error('The insert of the credit note returned no row');
    noteCreditNote(tx, row.id, note);
    noteCredited(tx, note.invoiceId, note.credit.lines, row.credited ?? []);
    return row.id;
  }

  async cancel(tx: Transaction, note: StoredCreditNote, cancellation: Cancellation): Promise<void> {
    const { cancelledAt, cancelledById, cancellationReason } = cancellation;
    const credited = await tx.query<CreditedLine>(
      `WITH note AS (
         UPDATE credit_notes SET cancelled_at = $3, cancelled_by_id = $4, cancellation_reason = $5
          WHERE tenant_id = $1 AND id = $2
       )
       UPDATE invoice_items i SET credited_quantity = i.credited_quantity - n.quantity
         FROM credit_note_items n
        WHERE n.tenant_id = $1 AND n.credit_note_id = $2 AND i.tenant_id = $1 AND i.id = n.invoice_item_id
       RETURNING i.id, i.credited_quantity::text AS now`,
      [tx.tenantId, note.id, cancelledAt, cancelledById, cancellationReason],
    );
    noteCreditCancelled(tx, note, cancellation);
    const givenBack = note.lines.map(({ lineId, quantity }) => ({ lineId, quantity: ZERO.minus(quantity) }));
    noteCredited(tx, note.invoiceId, givenBack, credited);
  }

  /** The note's order lines that are billed by other invoices approved after the note was recorded. */
  async billedSince(tx: Transaction, orderId: OrderId, note: StoredCreditNote): Promise<OrderItemId[]> {
    const rows = await tx.query<{ id: OrderItemId }>(
      `SELECT DISTINCT l.matched_item_id AS id
         FROM invoices i
         JOIN invoice_items l ON l.tenant_id = i.tenant_id AND l.invoice_id = i.id
        WHERE i.tenant_id = $1 AND i.purchase_order_id = $2 AND i.id <> $3 AND i.status = ANY ($4::text[])
          AND i.approved_at >= $5 AND l.quantity > l.credited_quantity AND l.matched_item_id = ANY ($6::bigint[])`,
      [tx.tenantId, orderId, note.invoiceId, BILLED_STATUSES, note.createdAt, note.lines.map(({ itemId }) => itemId)],
    );
    return rows.map(({ id }) => id);
  }
}
