import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import type { External } from '../../../common/records/external';
import type { Transaction } from '../../../platform/database';
import { InvoiceEffects } from '../invoice-effects';
import type { InvoiceStatus } from '../domain/lifecycle';
import { amountDue } from '../domain/payments';
import { paymentFactsOf, type StoredInvoice } from '../entities/stored-invoice';
import { InvoicesRepository, type LockedInvoice } from '../invoices.repository';
import { type PaymentRecord, PaymentsRepository } from './payments.repository';

/** A payment, a refund or a reversal to be written. */
type NewEntry = Pick<
  PaymentRecord,
  | 'amount'
  | 'paidAt'
  | 'method'
  | 'reference'
  | 'reversesId'
  | 'reason'
  | 'bankAccountId'
  | 'bankAccountVerified'
  | keyof External
>;

/** Writes payments, refunds and reversals of a locked invoice. */
@Injectable()
export class PaymentEntries {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly payments: PaymentsRepository,
    private readonly effects: InvoiceEffects,
  ) {}

  /** Writes what was paid, or came back: on the invoice, among its payments and in its budget. */
  async write(
    tx: Transaction,
    actor: Actor,
    locked: LockedInvoice,
    entry: NewEntry,
    status: InvoiceStatus,
  ): Promise<{ readonly payment: PaymentRecord; readonly invoice: StoredInvoice }> {
    const { invoice: before, now } = locked;
    const paidAmount = before.paidAmount.plus(entry.amount);
    const paidAt = status === before.status ? {} : { paidAt: status === 'paid' ? entry.paidAt : null };
    const invoice = await this.invoices.update(tx, before, { status, paidAmount, ...paidAt });
    const left = { statusAfter: status, paidAfter: paidAmount, dueAfter: amountDue(paymentFactsOf(invoice)) };
    const written = { ...entry, ...left, createdAt: now };
    const id = await this.payments.insert(tx, { ...written, invoiceId: invoice.id, createdById: actor.userId });
    await this.effects.paid(tx, actor, locked, entry.amount);
    const recordedBy = actor.userId === null ? null : { id: actor.userId, name: actor.userName ?? '' };
    return { payment: { ...written, id, reversedById: null, recordedBy }, invoice };
  }
}
