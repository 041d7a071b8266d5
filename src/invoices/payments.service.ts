import { Injectable } from '@nestjs/common';
import { requireRule } from '../common/abilities';
import type { Actor } from '../common/actor';
import { invalidField } from '../common/errors';
import { type Decimal, roundMoney, toNumber } from '../common/money';
import type { Transaction } from '../database';
import { VendorsService } from '../vendors';
import { BillingEffects } from './billing-effects';
import { amountDue, isRepeat, statusAfterPayment } from './domain/payment';
import { InvoiceChronicle } from './invoice-chronicle';
import { InvoiceWork, type LockedInvoice } from './invoice-work';
import { PaymentsRepository, type RecordedPayment } from './payments.repository';
import { paymentFactsOf, type StoredInvoice } from './stored-invoice';
import { requireUnblocked } from './vendor-block';

/** A payment to be recorded; a refund is a negative amount. */
export interface PaymentRequest {
  readonly amount: Decimal;
  /** Now when left out. */
  readonly paidAt?: Date | undefined;
  readonly method: string | null;
  readonly reference: string | null;
}

/** Records what was paid on invoices. */
@Injectable()
export class PaymentsService {
  constructor(
    private readonly work: InvoiceWork,
    private readonly payments: PaymentsRepository,
    private readonly vendors: VendorsService,
    private readonly effects: BillingEffects,
    private readonly chronicle: InvoiceChronicle,
  ) {}

  /**
   * Records a payment; with the one that leaves nothing due the invoice is paid. The same reference and amount again is
   * the same payment, answered as it was.
   * @throws DomainError NOT_FOUND; VALIDATION_ERROR for an amount of 0, too many decimals or a reference used for
   *   another amount; FORBIDDEN_ABILITY where the vendor's bank details changed since the approval and the token lacks
   *   `approve`; INVALID_STATUS, OVERPAYMENT, VENDOR_BLOCKED
   */
  async pay(actor: Actor, id: number, request: PaymentRequest): Promise<RecordedPayment> {
    const { amount, reference } = request;
    return this.work.onConfirmed(actor, id, async (tx, locked) => {
      const { currency } = locked.invoice;
      if (!roundMoney(amount, currency).eq(amount))
        throw invalidField('amount', 'invoice.too_many_decimals', { currency });
      const recorded = reference === null ? undefined : await this.payments.byReference(tx, id, reference);
      if (recorded && isRepeat(recorded, amount)) return recorded;
      const status = statusAfterPayment(paymentFactsOf(locked.invoice), amount, currency);
      await this.requirePayable(tx, actor, locked.invoice);
      return this.record(tx, actor, locked, { ...request, status });
    });
  }

  private async requirePayable(tx: Transaction, actor: Actor, invoice: StoredInvoice): Promise<void> {
    const vendor = await this.vendors.lookUp(tx, invoice.vendorId);
    const { approvedAt } = invoice;
    const redirected = vendor.bankChangedAt !== null && approvedAt !== null && vendor.bankChangedAt > approvedAt;
    if (redirected) requireRule(actor, 'invoices.pay_to_changed_account');
    requireUnblocked(vendor);
  }

  private async record(
    tx: Transaction,
    actor: Actor,
    locked: LockedInvoice,
    { amount, method, reference, status, paidAt = locked.now }: PaymentRequest & Pick<StoredInvoice, 'status'>,
  ): Promise<RecordedPayment> {
    const { now } = locked;
    const settled = status === 'paid' && amount.gt(0);
    const paidAmount = locked.invoice.paid.plus(amount);
    const invoice = await this.work.update(tx, locked.invoice.id, { status, paidAmount, ...(settled && { paidAt }) });
    const after = { status, paid: invoice.paid, due: amountDue(paymentFactsOf(invoice)) };
    const recorded = await this.payments.insert(
      tx,
      { invoiceId: invoice.id, amount, paidAt, method, reference, after, createdById: actor.userId },
      now,
    );
    await this.effects.paid(tx, actor, locked, amount);
    const action = amount.gt(0) ? 'payment_recorded' : 'refund_recorded';
    const details = { payment_id: recorded.id, amount: amount.toFixed(), reference };
    await this.chronicle.note(tx, actor, invoice.id, action, details);
    if (settled) {
      const told = { paid_at: paidAt.toISOString(), amount_paid: toNumber(invoice.paid) };
      await this.chronicle.tell(tx, actor, invoice, 'paid', told);
    }
    return recorded;
  }
}
