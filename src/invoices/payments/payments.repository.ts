import { Injectable } from '@nestjs/common';
import type { InvoiceId, UserId } from '../../common/records/ids';
import { numberKey } from '../../common/records/number-key';
import type { Transaction } from '../../database';
import type { Credit } from '../domain/payments';
import type { CreditNote } from '../entities/credit-note.entity';
import { type CreditedLine, noteCreditNote, noteCredited, notePayment } from '../entities/audited';
import { Payment } from '../entities/payment.entity';
import { refusingDuplicates } from '../invoices.repository';
import { decimal } from '../../common/money';
import type { AsText } from '../entities/stored-invoice';
import { RECORDED_PAYMENTS } from '../queries/invoices.sql';

/** A credit note to be written. */
export type NewCreditNote = Pick<
  CreditNote,
  'invoiceId' | 'vendorId' | 'creditNoteNumber' | 'numberKey' | 'reason' | 'createdById'
> & { readonly credit: Credit };

/** A payment as it is answered. */
export interface PaymentRecord extends Omit<Payment, 'tenantId' | 'invoiceId' | 'createdById'> {
  /** The entry that took it back. */
  readonly reversedById: number | null;
  /** Who recorded it; null where that is not known. */
  readonly recordedBy: { readonly id: UserId; readonly name: string } | null;
}

const TAKEN = { index: 'uq_credit_notes_number', field: 'credit_note_number', key: 'validation.taken' } as const;

/** Payments and credit notes of the transaction's tenant; the caller holds the lock on the invoice. */
@Injectable()
export class PaymentsRepository {
  /** The payment of this invoice that carries the payer's reference: the very one, else the oldest of one that has its key. */
  async byReference(tx: Transaction, invoiceId: InvoiceId, reference: string): Promise<PaymentRecord | undefined> {
    const same = 'AND document_number_key(p.reference) = $3 ORDER BY p.reference = $4 DESC, p.id LIMIT 1';
    return this.one(tx, same, [tx.tenantId, invoiceId, numberKey(reference), reference]);
  }

  /** A payment of this invoice; undefined where it has no such payment. */
  async byId(tx: Transaction, invoiceId: InvoiceId, id: number): Promise<PaymentRecord | undefined> {
    return this.one(tx, 'AND p.id = $3', [tx.tenantId, invoiceId, id]);
  }

  /** Who recorded payments of this invoice, reversed ones included; not who recorded refunds or reversals. */
  async payersOf(tx: Transaction, invoiceId: InvoiceId): Promise<readonly UserId[]> {
    const rows = await tx.query<{ id: UserId }>(
      `SELECT DISTINCT created_by_id AS id FROM payments
        WHERE tenant_id = $1 AND invoice_id = $2 AND amount > 0 AND reverses_id IS NULL AND created_by_id IS NOT NULL`,
      [tx.tenantId, invoiceId],
    );
    return rows.map(({ id }) => id);
  }

  /** Writes a payment. Answers its id. */
  async insert(tx: Transaction, payment: Omit<Payment, 'tenantId' | 'id'>): Promise<number> {
    const record = { ...payment, tenantId: tx.tenantId };
    const { identifiers } = await tx.repository(Payment).insert(record);
    const { id } = identifiers[0] as Pick<Payment, 'id'>;
    notePayment(tx, { ...record, id });
    return id;
  }

  /**
   * Writes a credit note with its lines and takes their quantities off the invoice's. One statement by hand, for any
   * number of lines (docs/decisions/repositories-and-sql.md).
   * @returns its id
   * @throws DomainError VALIDATION_ERROR on `credit_note_number` when the vendor has used the number before
   */
  async insertCreditNote(tx: Transaction, note: NewCreditNote, at: Date): Promise<number> {
    const lines = note.credit.lines.map(({ lineId, quantity, amount }) => ({
      line_id: lineId,
      quantity: quantity.toFixed(),
      amount: amount.toFixed(),
    }));
    const written = tx.query<{ id: number; credited: readonly CreditedLine[] | null }>(
      `WITH note AS (
         INSERT INTO credit_notes (tenant_id, invoice_id, vendor_id, credit_note_number, number_key, amount, reason,
                                   created_by_id, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id
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
      ],
    );
    const [row] = await refusingDuplicates(written, TAKEN);
    if (!row) throw new Error('The new credit note was not written');
    noteCreditNote(tx, row.id, note);
    noteCredited(tx, note, row.credited ?? []);
    return row.id;
  }

  // One statement by hand: with who recorded it and what took it back (docs/decisions/repositories-and-sql.md).
  private async one(
    tx: Transaction,
    condition: string,
    values: readonly unknown[],
  ): Promise<PaymentRecord | undefined> {
    const [row] = await tx.query<AsText<PaymentRecord>>(`${RECORDED_PAYMENTS} ${condition}`, values);
    if (!row) return undefined;
    const { amount, paidAfter, dueAfter } = row;
    return { ...row, amount: decimal(amount), paidAfter: decimal(paidAfter), dueAfter: decimal(dueAfter) };
  }
}
