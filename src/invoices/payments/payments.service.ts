import { Injectable } from '@nestjs/common';
import { TokenAuthority } from '../../auth';
import { requireRule } from '../../common/actor/abilities';
import type { Actor } from '../../common/actor';
import { type Decimal, toNumber } from '../../common/money';
import type { InvoiceId } from '../../common/records/ids';
import { type Transaction, UnitOfWork } from '../../database';
import { isBlocked, VendorsService } from '../../vendors';
import { InvoiceEffects } from '../approval/invoice-effects';
import { requireUnblocked } from '../domain/approval/authority';
import { requireMinorUnits } from '../domain/entry/totals';
import type { InvoiceStatus } from '../domain/lifecycle';
import { amountDue, isRepeat, statusAfterPayment } from '../domain/payments/payment';
import type { Payment } from '../entities/payment.entity';
import { paymentFactsOf, type StoredInvoice } from '../entities/stored-invoice';
import { InvoicesRepository, type LockedInvoice } from '../invoices.repository';
import { PaymentsRepository } from './payments.repository';

/** A payment to be recorded; a refund is a negative amount. */
export interface PaymentRequest {
  readonly amount: Decimal;
  /** Now when left out. */
  readonly paidAt?: Date | undefined;
  readonly method: string | null;
  readonly reference: string | null;
}

/** A payment as it was recorded, and the invoice it was made on. */
export interface RecordedPayment {
  readonly payment: Payment;
  readonly invoice: Pick<StoredInvoice, 'id' | 'invoiceNumber' | 'dueDate'>;
}

/** Records what was paid on invoices. */
@Injectable()
export class PaymentsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly authority: TokenAuthority,
    private readonly invoices: InvoicesRepository,
    private readonly payments: PaymentsRepository,
    private readonly vendors: VendorsService,
    private readonly effects: InvoiceEffects,
  ) {}

  /**
   * Records a payment; with the one that leaves nothing due the invoice is paid. The same reference and amount again is
   * the same payment, answered as it was.
   * @throws DomainError NOT_FOUND; VALIDATION_ERROR for an amount of 0, too many decimals or a reference used for
   *   another amount; FORBIDDEN_ABILITY where the vendor's bank details changed since the approval and the token lacks
   *   `approve`; INVALID_STATUS, OVERPAYMENT, VENDOR_BLOCKED
   */
  async pay(actor: Actor, id: InvoiceId, request: PaymentRequest): Promise<RecordedPayment> {
    const { amount, reference } = request;
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const locked = await this.invoices.lock(tx, id, this.authority.confirm(tx, actor));
      const { invoice } = locked;
      requireMinorUnits('amount', amount, invoice.currency);
      const earlier = reference === null ? null : await this.payments.byReference(tx, id, reference);
      if (earlier && isRepeat(earlier, amount)) return { payment: earlier, invoice };
      const status = statusAfterPayment(paymentFactsOf(invoice), amount, invoice.currency);
      await this.requirePayable(tx, actor, invoice);
      return { payment: await this.record(tx, actor, locked, request, status), invoice };
    });
  }

  private async requirePayable(tx: Transaction, actor: Actor, invoice: StoredInvoice): Promise<void> {
    const vendor = await this.vendors.lookUp(tx, invoice.vendorId);
    const { approvedAt } = invoice;
    const redirected = vendor.bankChangedAt !== null && approvedAt !== null && vendor.bankChangedAt > approvedAt;
    if (redirected) requireRule(actor, 'invoices.pay_to_changed_account');
    requireUnblocked(vendor, isBlocked(vendor));
  }

  private async record(
    tx: Transaction,
    actor: Actor,
    locked: LockedInvoice,
    { amount, method, reference, paidAt = locked.now }: PaymentRequest,
    status: InvoiceStatus,
  ): Promise<Payment> {
    const settled = status === 'paid' && amount.gt(0);
    const paidAmount = locked.invoice.paidAmount.plus(amount);
    const changes = { status, paidAmount, ...(settled && { paidAt }) };
    const invoice = await this.invoices.update(tx, locked.invoice, changes);
    const payment = await this.payments.insert(tx, {
      invoiceId: invoice.id,
      amount,
      paidAt,
      method,
      reference,
      statusAfter: status,
      paidAfter: paidAmount,
      dueAfter: amountDue(paymentFactsOf(invoice)),
      createdById: actor.userId,
      createdAt: locked.now,
    });
    await this.effects.paid(tx, actor, locked, amount);
    const action = amount.gt(0) ? 'payment_recorded' : 'refund_recorded';
    const details = { payment_id: payment.id, amount: amount.toFixed(), reference };
    await this.effects.record(tx, actor, invoice.id, action, details);
    if (settled) {
      const told = { paid_at: paidAt.toISOString(), amount_paid: toNumber(paidAmount) };
      await this.effects.publish(tx, actor, invoice, 'paid', told);
    }
    return payment;
  }
}
