import { Injectable } from '@nestjs/common';
import { type Decimal, decimal } from '../../common/money';
import type { Transaction } from '../../database';
import type { InvoiceStatus } from '../domain/lifecycle';

/** A payment to be written, with the invoice as it leaves it. */
export interface NewPayment {
  readonly invoiceId: number;
  readonly amount: Decimal;
  readonly paidAt: Date;
  readonly method: string | null;
  readonly reference: string | null;
  readonly after: { readonly status: InvoiceStatus; readonly paid: Decimal; readonly due: Decimal };
  readonly createdById: number | null;
}

/** A payment as it was recorded, with what its answer says of the invoice. */
export interface RecordedPayment {
  readonly id: number;
  readonly amount: Decimal;
  readonly paidAt: Date;
  readonly method: string | null;
  readonly reference: string | null;
  readonly createdAt: Date;
  readonly invoice: {
    readonly id: number;
    readonly number: string;
    readonly status: InvoiceStatus;
    readonly paid: Decimal;
    readonly due: Decimal;
    readonly dueDate: string;
  };
}

interface Row {
  readonly id: number;
  readonly amount: string;
  readonly paid_at: Date;
  readonly method: string | null;
  readonly reference: string | null;
  readonly created_at: Date;
  readonly invoice_id: number;
  readonly invoice_number: string;
  readonly due_date: string;
  readonly status_after: InvoiceStatus;
  readonly paid_after: string;
  readonly due_after: string;
}

const PAYMENTS = `SELECT p.id, p.amount, p.paid_at, p.method, p.reference, p.created_at, p.status_after, p.paid_after, p.due_after,
       i.id AS invoice_id, i.invoice_number, i.due_date
  FROM payments p JOIN invoices i ON i.tenant_id = p.tenant_id AND i.id = p.invoice_id
 WHERE p.tenant_id = $1 AND p.invoice_id = $2`;

/** Payments of the transaction's tenant; the caller holds the lock on the invoice. */
@Injectable()
export class PaymentsRepository {
  async byReference(tx: Transaction, invoiceId: number, reference: string): Promise<RecordedPayment | undefined> {
    const [row] = await tx.query<Row>(`${PAYMENTS} AND p.reference = $3`, [tx.tenantId, invoiceId, reference]);
    return row && recordedPayment(row);
  }

  async insert(tx: Transaction, payment: NewPayment, at: Date): Promise<RecordedPayment> {
    const [inserted] = await tx.query<{ id: number }>(
      `INSERT INTO payments (tenant_id, invoice_id, amount, paid_at, method, reference, status_after, paid_after, due_after,
                             created_by_id, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
      [
        tx.tenantId,
        payment.invoiceId,
        payment.amount.toFixed(),
        payment.paidAt,
        payment.method,
        payment.reference,
        payment.after.status,
        payment.after.paid.toFixed(),
        payment.after.due.toFixed(),
        payment.createdById,
        at,
      ],
    );
    const [row] = await tx.query<Row>(`${PAYMENTS} AND p.id = $3`, [tx.tenantId, payment.invoiceId, inserted?.id]);
    if (!row) throw new Error('The new payment was not written');
    return recordedPayment(row);
  }
}

function recordedPayment(row: Row): RecordedPayment {
  return {
    id: row.id,
    amount: decimal(row.amount),
    paidAt: row.paid_at,
    method: row.method,
    reference: row.reference,
    createdAt: row.created_at,
    invoice: {
      id: row.invoice_id,
      number: row.invoice_number,
      status: row.status_after,
      paid: decimal(row.paid_after),
      due: decimal(row.due_after),
      dueDate: row.due_date,
    },
  };
}
