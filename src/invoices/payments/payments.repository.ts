import { Injectable } from '@nestjs/common';
import type { InvoiceId } from '../../common/records/ids';
import type { Transaction } from '../../database';
import { Payment } from '../entities/payment.entity';

/** Payments of the transaction's tenant; the caller holds the lock on the invoice. */
@Injectable()
export class PaymentsRepository {
  /** The payment of this invoice that carries the payer's reference. */
  async byReference(tx: Transaction, invoiceId: InvoiceId, reference: string): Promise<Payment | null> {
    return tx.repository(Payment).findOneBy({ tenantId: tx.tenantId, invoiceId, reference });
  }

  /** Writes a payment. Answers it with its id. */
  async insert(tx: Transaction, payment: Omit<Payment, 'tenantId' | 'id'>): Promise<Payment> {
    const record = { ...payment, tenantId: tx.tenantId };
    const { identifiers } = await tx.repository(Payment).insert(record);
    return { ...record, id: (identifiers[0] as Pick<Payment, 'id'>).id };
  }
}
