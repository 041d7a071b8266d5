import { Injectable } from '@nestjs/common';
import { TokenAuthority } from '../../../organisation/auth';
import type { Actor } from '../../../common/actor';
import type { Warning } from '../../../common/warnings';
import { type Decimal, toNumber, ZERO } from '../../../common/money';
import { type ExternalInput, newExternal, UNKNOWN_OUTSIDE } from '../../../common/records/external';
import type { InvoiceId } from '../../../common/records/ids';
import { requireOwnExternalId, type Transaction, UnitOfWork } from '../../../platform/database';
import { InvoiceEffects } from '../invoice-effects';
import type { InvoiceStatus } from '../domain/lifecycle';
import { amountDue, isRepeat, statusAfterPayment } from '../domain/payments';
import { requireMinorUnits } from '../domain/entry/totals';
import { paymentFactsOf, type StoredInvoice } from '../entities/stored-invoice';
import { InvoicesRepository, type LockedInvoice } from '../invoices.repository';
import { type PaymentRecord, PaymentsRepository } from './payments.repository';
import { requireRule } from '../../../common/actor/abilities';
import { InvoiceDuties } from './duties.service';
import {
  BankAccountsService,
  isBlocked,
  type PaidAccount,
  type PaymentTarget,
  paymentTarget,
  shownAccount,
  VendorReferences,
} from '../../vendors';
import { requireUnblocked } from '../domain/approval/authority';
import { notFound } from '../../../common/errors';
import { requireNotAhead } from '../../../common/records/not-ahead';
import { reversalTime, statusAfterReversal } from '../domain/reversals';

export interface PaymentRequest extends ExternalInput {
  readonly amount: Decimal;
  /** Default: now. */
  readonly paidAt?: Date | undefined;
  readonly method: string | null;
  readonly reference: string | null;
}

export interface RecordedPayment {
  readonly payment: PaymentRecord;
  readonly invoice: Pick<StoredInvoice, 'id' | 'invoiceNumber' | 'dueDate'>;
  readonly account: PaidAccount | null;
  readonly warnings: readonly Warning[];
}

export interface ReversalRequest {
  readonly reason: string;
  /** Default: now. */
  readonly reversedAt?: Date | undefined;
}

type NewEntry = Omit<
  PaymentRecord,
  'id' | 'statusAfter' | 'paidAfter' | 'dueAfter' | 'createdAt' | 'recordedBy' | 'reversedById'
>;

@Injectable()
export class PaymentsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly authority: TokenAuthority,
    private readonly invoices: InvoicesRepository,
    private readonly payments: PaymentsRepository,
    private readonly vendors: VendorReferences,
    private readonly duties: InvoiceDuties,
    private readonly bankAccounts: BankAccountsService,
    private readonly effects: InvoiceEffects,
  ) {}

  /**
   * Records a payment. The invoice becomes paid if nothing is due. A repeated reference with the same amount returns
   * the recorded payment unchanged.
   * @throws DomainError NOT_FOUND, INVALID_STATUS, OVERPAYMENT, VENDOR_BLOCKED, BANK_DETAILS_UNVERIFIED;
   *   SELF_APPROVAL_FORBIDDEN (see {@link InvoiceDuties}); VALIDATION_ERROR for 0, too many decimals, or a reference
   *   used for another amount or external id; FORBIDDEN_ABILITY if the bank details changed after the approval and the
   *   token lacks `approve`
   */
  async pay(actor: Actor, id: InvoiceId, request: PaymentRequest): Promise<RecordedPayment> {
    const { amount, reference } = request;
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const locked = await this.invoices.lock(tx, id, this.authority.recheckToken(tx, actor));
      const { invoice, now } = locked;
      requireMinorUnits('amount', amount, invoice.currency);
      const earlier = reference === null ? null : await this.payments.byReference(tx, id, reference);
      if (earlier && isRepeat(earlier, request)) {
        return { payment: earlier, invoice, ...(await this.bankAccounts.paid(tx, earlier, invoice.vendorId)) };
      }
      requireNotAhead('paid_at', request.paidAt, now);
      const status = statusAfterPayment(paymentFactsOf(invoice), amount, invoice.currency);
      if (amount.gt(0)) await this.duties.requirePayer(tx, actor, invoice);
      else await this.duties.requireUndoer(tx, actor, invoice);
      const { account, warnings } = await this.requirePayable(tx, actor, invoice, amount);
      const payment = await this.recordPayment(tx, actor, locked, { ...request, account }, status);
      return { payment, invoice, account, warnings };
    });
  }

  /**
   * Reverses a payment or refund once, with an entry of the opposite amount, for example for a returned transfer. A
   * paid invoice with an amount due becomes approved. The reference of the payment cannot be used again.
   * @throws DomainError NOT_FOUND; INVALID_STATUS for a reversal or a reversed payment; SELF_APPROVAL_FORBIDDEN (see
   *   {@link InvoiceDuties}); VALIDATION_ERROR on `reversed_at` before the payment or more than a day ahead
   */
  async reverse(actor: Actor, id: InvoiceId, paymentId: number, request: ReversalRequest): Promise<RecordedPayment> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const locked = await this.invoices.lock(tx, id, this.authority.recheckToken(tx, actor));
      const { invoice, now } = locked;
      const payment = await this.payments.byId(tx, id, paymentId);
      if (!payment) throw notFound();
      const status = statusAfterReversal(paymentFactsOf(invoice), payment);
      await this.duties.requireReverser(tx, actor, payment.recordedBy?.id ?? null);
      requireNotAhead('reversed_at', request.reversedAt, now);
      const paidAt = reversalTime(payment, request.reversedAt, now);
      const { reason } = request;
      const reversal = await this.recordReversal(tx, actor, locked, { payment, reason, paidAt, status });
      const { account } = await this.bankAccounts.paid(tx, payment, invoice.vendorId);
      return { payment: reversal, invoice, account, warnings: [] };
    });
  }

  /** Checks the vendor and returns the bank details to pay; null for a refund. Locks the vendor. */
  private async requirePayable(
    tx: Transaction,
    actor: Actor,
    invoice: StoredInvoice,
    amount: Decimal,
  ): Promise<PaymentTarget<PaidAccount>> {
    const [vendor, payable] = await Promise.all([
      this.vendors.hold(tx, invoice.vendorId),
      this.bankAccounts.payable(tx, invoice.vendorId),
    ]);
    const { approvedAt } = invoice;
    const redirected = vendor.bankChangedAt !== null && approvedAt !== null && vendor.bankChangedAt > approvedAt;
    if (redirected) requireRule(actor, 'invoices.pay_to_changed_account');
    requireUnblocked(vendor, isBlocked(vendor));
    return amount.gt(0) ? paymentTarget(payable, vendor) : { account: null, warnings: [] };
  }

  private async recordPayment(
    tx: Transaction,
    actor: Actor,
    locked: LockedInvoice,
    request: PaymentRequest & Pick<RecordedPayment, 'account'>,
    status: InvoiceStatus,
  ): Promise<PaymentRecord> {
    const { amount, method, reference, account, paidAt = locked.now, ...outside } = request;
    await requireOwnExternalId(tx, 'payments', { id: null, externalId: outside.externalId });
    const paid = { bankAccountId: account?.id ?? null, bankAccountVerified: account?.verified ?? null };
    const external = newExternal(outside);
    const entry = { amount, method, reference, paidAt, reversesId: null, reason: null, ...paid, ...external };
    const { payment, invoice } = await this.write(tx, actor, locked, entry, status);
    const action = amount.gt(0) ? 'payment_recorded' : 'refund_recorded';
    const details = { payment_id: payment.id, amount: amount.toFixed(), reference, ...auditOf(account) };
    await this.effects.record(tx, actor, invoice.id, action, details);
    const more = {
      payment_id: payment.id,
      payment_external_id: payment.externalId,
      amount: toNumber(amount),
      ...{ method, reference },
      paid_at: paidAt.toISOString(),
      amount_paid: toNumber(payment.paidAfter),
      amount_due: toNumber(payment.dueAfter),
    };
    await this.effects.publishEvent(tx, { ...locked, invoice }, 'payment_recorded', more);
    await this.effects.publishIfSettled(tx, actor, locked, invoice, paidAt);
    return payment;
  }

  private async recordReversal(
    tx: Transaction,
    actor: Actor,
    locked: LockedInvoice,
    reversal: {
      readonly payment: PaymentRecord;
      readonly reason: string;
      readonly paidAt: Date;
      readonly status: InvoiceStatus;
    },
  ): Promise<PaymentRecord> {
    const { payment, reason, paidAt, status } = reversal;
    const amount = ZERO.minus(payment.amount);
    const { id: reversesId, method, bankAccountId = null, bankAccountVerified = null } = payment;
    const paid = { bankAccountId, bankAccountVerified };
    const entry = { amount, method, reference: null, paidAt, reversesId, reason, ...paid, ...UNKNOWN_OUTSIDE };
    const { payment: written, invoice } = await this.write(tx, actor, locked, entry, status);
    const more = {
      payment_id: payment.id,
      payment_external_id: payment.externalId,
      reversal_id: written.id,
      amount: toNumber(amount),
      reason,
      reversed_at: paidAt.toISOString(),
      amount_paid: toNumber(written.paidAfter),
      amount_due: toNumber(written.dueAfter),
    };
    const details = { payment_id: payment.id, reversal_id: written.id, amount: amount.toFixed(), reason };
    await this.effects.recordAndPublish(tx, actor, { ...locked, invoice }, 'payment_reversed', more, details);
    await this.effects.publishIfSettled(tx, actor, locked, invoice, paidAt);
    return written;
  }

  private async write(
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

/** The bank details for the audit log, with the users who entered and verified them. */
function auditOf(account: PaidAccount | null): object {
  if (!account) return {};
  const { enteredById = null, verifiedById = null } = account;
  return { bank_account: { ...shownAccount(account), entered_by_id: enteredById, verified_by_id: verifiedById } };
}
