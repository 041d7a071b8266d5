import { Injectable } from '@nestjs/common';
import type { InvoiceId, UserId } from '../../../common/records/ids';
import { numberKey } from '../../../common/records/keys';
import type { Transaction } from '../../../platform/database';
import { notePayment } from '../entities/audited';
import { Payment } from '../entities/payment.entity';
import { type AsText, withDecimals } from '../entities/stored-invoice';
import { RECORDED_PAYMENTS } from '../queries/invoices.sql';

export interface PaymentRecord extends Omit<Payment, 'tenantId' | 'invoiceId' | 'createdById'> {
  readonly reversedById: number | null;
  /** Null if unknown. */
  readonly recordedBy: { readonly id: UserId; readonly name: string } | null;
}

/** Payments of the transaction's tenant. The caller must hold the lock on the invoice. */
@Injectable()
export class PaymentsRepository {
  /** The payment of this invoice with exactly this reference, else the oldest with the same normalised reference. */
  async byReference(tx: Transaction, invoiceId: InvoiceId, reference: string): Promise<PaymentRecord | undefined> {
    const same = 'AND document_number_key(p.reference) = $3 ORDER BY p.reference = $4 DESC, p.id LIMIT 1';
    return this.one(tx, same, [tx.tenantId, invoiceId, numberKey(reference), reference]);
  }

  async byId(tx: Transaction, invoiceId: InvoiceId, id: number): Promise<PaymentRecord | undefined> {
    return this.one(tx, 'AND p.id = $3', [tx.tenantId, invoiceId, id]);
  }

  /** Users who recorded payments of this invoice, including reversed ones. Refunds and reversals do not count. */
  async payersOf(tx: Transaction, invoiceId: InvoiceId): Promise<readonly UserId[]> {
    const rows = await tx.query<{ id: UserId }>(
      `SELECT DISTINCT created_by_id AS id FROM payments
        WHERE tenant_id = $1 AND invoice_id = $2 AND amount > 0 AND reverses_id IS NULL AND created_by_id IS NOT NULL`,
      [tx.tenantId, invoiceId],
    );
    return rows.map(({ id }) => id);
  }

  async insert(tx: Transaction, payment: Omit<Payment, 'tenantId' | 'id'>): Promise<number> {
    const record = { ...payment, tenantId: tx.tenantId };
    const { identifiers } = await tx.repository(Payment).insert(record);
    const { id } = identifiers[0] as Pick<Payment, 'id'>;
    notePayment(tx, { ...record, id });
    return id;
  }

  // Raw SQL to read the recording user and the reversal in one statement (docs/decisions/repositories-and-sql.md).
  private async one(
    tx: Transaction,
    condition: string,
    values: readonly unknown[],
  ): Promise<PaymentRecord | undefined> {
    const [row] = await tx.query<AsText<PaymentRecord>>(`${RECORDED_PAYMENTS} ${condition}`, values);
    return row && withDecimals(row, 'amount', 'paidAfter', 'dueAfter');
  }
}
