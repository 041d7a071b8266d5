import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import { toNumber } from '../../common/money';
import { changesOf, fromTo } from '../../common/records/changes';
import type { Transaction } from '../../database';
import { InvoiceEffects } from '../approval/invoice-effects';
import type { InvoiceStatus } from '../domain/lifecycle';
import { amountDue } from '../domain/payments';
import { paymentFactsOf, type StoredInvoice } from '../entities/stored-invoice';
import { InvoicesRepository, type LockedInvoice } from '../invoices.repository';
import { type PaymentRecord, PaymentsRepository } from './payments.repository';

/** Writes payments, refunds and reversals of a locked invoice, and tells when it is paid. */
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
    entry: Pick<PaymentRecord, 'amount' | 'paidAt' | 'method' | 'reference' | 'reversesId' | 'reason'>,
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

  /** Subscribers hear each time that an invoice becomes paid. */
  async tellIfSettled(
    tx: Transaction,
    actor: Actor,
    before: StoredInvoice,
    invoice: StoredInvoice,
    paidAt: Date,
  ): Promise<void> {
    if (invoice.status !== 'paid' || before.status === 'paid') return;
    const told = { paid_at: paidAt.toISOString(), amount_paid: toNumber(invoice.paidAmount) };
    await this.effects.publish(tx, actor, invoice, 'paid', told);
  }
}

/** What a payment, a reversal or a credit note changed of its invoice, for the audit log. */
export function changesOfMoney(
  before: StoredInvoice,
  after: StoredInvoice,
): Record<string, { from: unknown; to: unknown }> {
  const { status, paidAmount, creditedAmount } = after;
  return fromTo(shown(before), changesOf(shown(before), shown({ status, paidAmount, creditedAmount })));
}

function shown({
  status,
  paidAmount,
  creditedAmount,
}: Pick<StoredInvoice, 'status' | 'paidAmount' | 'creditedAmount'>) {
  return { status, paidAmount: paidAmount.toFixed(), creditedAmount: creditedAmount.toFixed() };
}
