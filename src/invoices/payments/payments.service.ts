import { Injectable } from '@nestjs/common';
import { TokenAuthority } from '../../auth';
import type { Actor } from '../../common/actor';
import type { Warning } from '../../common/messages/warning';
import { type Decimal, toNumber } from '../../common/money';
import type { InvoiceId } from '../../common/records/ids';
import { type Transaction, UnitOfWork } from '../../database';
import { InvoiceEffects } from '../approval/invoice-effects';
import { type InvoiceStatus, nextStatus } from '../domain/lifecycle';
import {
  amountDue,
  type Credit,
  creditFor,
  type CreditRequest,
  isRepeat,
  statusAfterCredit,
  statusAfterPayment,
} from '../domain/payments';
import { foldText } from '../domain/entry/header';
import { requireMinorUnits } from '../domain/entry/totals';
import { paymentFactsOf, type StoredInvoice } from '../entities/stored-invoice';
import { InvoicesRepository, type LockedInvoice } from '../invoices.repository';
import { type InvoiceRow, InvoicesQueries } from '../queries/invoices.queries';
import { PaymentsRepository } from './payments.repository';
import { requireRule } from '../../common/actor/abilities';
import {
  BankAccountsService,
  isBlocked,
  type PaidAccount,
  type PaymentTarget,
  paymentTarget,
  shownAccount,
  VendorsService,
} from '../../vendors';
import { requireUnblocked } from '../domain/approval/authority';
import type { Payment } from '../entities/payment.entity';

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
  /** The bank details that it went to. */
  readonly account: PaidAccount | null;
  readonly warnings: readonly Warning[];
}

/** A credit note to be recorded. */
export interface CreditNoteRequest {
  /** The vendor's number. */
  readonly number: string;
  readonly reason: string;
  readonly credit: CreditRequest;
}

/** A credit note, and the invoice as it left it. */
export interface RecordedCreditNote {
  readonly note: InvoiceRow['credit_notes'][number];
  readonly invoice: InvoiceRow;
}

/** Records what was paid on invoices, and what vendors take off them. */
@Injectable()
export class PaymentsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly authority: TokenAuthority,
    private readonly invoices: InvoicesRepository,
    private readonly payments: PaymentsRepository,
    private readonly vendors: VendorsService,
    private readonly bankAccounts: BankAccountsService,
    private readonly effects: InvoiceEffects,
    private readonly queries: InvoicesQueries,
  ) {}

  /**
   * Records a payment; with the one that leaves nothing due the invoice is paid. The same reference and amount again is
   * the same payment, answered as it was.
   * @throws DomainError NOT_FOUND; VALIDATION_ERROR for an amount of 0, too many decimals or a reference used for
   *   another amount; FORBIDDEN_ABILITY where the vendor's bank details changed since the approval and the token lacks
   *   `approve`; INVALID_STATUS, OVERPAYMENT, VENDOR_BLOCKED; BANK_DETAILS_UNVERIFIED
   */
  async pay(actor: Actor, id: InvoiceId, request: PaymentRequest): Promise<RecordedPayment> {
    const { amount, reference } = request;
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const locked = await this.invoices.lock(tx, id, this.authority.confirm(tx, actor));
      const { invoice } = locked;
      requireMinorUnits('amount', amount, invoice.currency);
      const earlier = reference === null ? null : await this.payments.byReference(tx, id, reference);
      if (earlier && isRepeat(earlier, amount)) {
        return { payment: earlier, invoice, ...(await this.bankAccounts.paid(tx, earlier, invoice.vendorId)) };
      }
      const status = statusAfterPayment(paymentFactsOf(invoice), amount, invoice.currency);
      const { account, warnings } = await this.requirePayable(tx, actor, invoice, amount);
      const payment = await this.recordPayment(tx, actor, locked, { ...request, account }, status);
      return { payment, invoice, account, warnings };
    });
  }

  /**
   * Records a credit note. Credited lines no longer count as billed: their order is open again by as much, and its
   * commitment with it. Either kind lowers what is due; where nothing is left, the invoice is settled.
   * @throws DomainError NOT_FOUND; INVALID_STATUS; VALIDATION_ERROR for lines that are not the invoice's, for more than
   *   is left of a line or of the invoice, and for a number used before
   */
  async credit(actor: Actor, invoiceId: InvoiceId, request: CreditNoteRequest): Promise<RecordedCreditNote> {
    const invoice = await this.unitOfWork.run(actor.tenantId, async (tx) => {
      const locked = await this.invoices.lock(tx, invoiceId, this.authority.confirm(tx, actor));
      await this.recordCredit(tx, actor, locked, request);
      return this.queries.get(tx, invoiceId);
    });
    // Numbers are a vendor's own: the one just written is the only one with this one.
    const note = invoice.credit_notes.find((each) => each.credit_note_number === request.number);
    if (!note) throw new Error('The invoice does not show its new credit note');
    return { note, invoice };
  }

  /** To which of the vendor's bank details a payment goes; a refund goes to none. The vendor is held. */
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
    { amount, method, reference, account, paidAt = locked.now }: PaymentRequest & Pick<RecordedPayment, 'account'>,
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
      bankAccountId: account?.id ?? null,
      bankAccountVerified: account?.verified ?? null,
    });
    await this.effects.paid(tx, actor, locked, amount);
    const action = amount.gt(0) ? 'payment_recorded' : 'refund_recorded';
    const details = { payment_id: payment.id, amount: amount.toFixed(), reference, ...auditOf(account) };
    await this.effects.record(tx, actor, invoice.id, action, details);
    if (settled) {
      const told = { paid_at: paidAt.toISOString(), amount_paid: toNumber(paidAmount) };
      await this.effects.publish(tx, actor, invoice, 'paid', told);
    }
    return payment;
  }

  private async recordCredit(
    tx: Transaction,
    actor: Actor,
    locked: LockedInvoice,
    { number, reason, credit: request }: CreditNoteRequest,
  ): Promise<void> {
    const { invoice, now } = locked;
    const { id: invoiceId, vendorId } = invoice;
    const credit = creditOf(invoice, request);
    const named = { creditNoteNumber: number, numberKey: foldText(number), reason };
    const note = { invoiceId, vendorId, ...named, credit, createdById: actor.userId };
    const creditNoteId = await this.payments.insertCreditNote(tx, note, now);
    const status = statusAfterCredit(paymentFactsOf(invoice), credit.amount);
    const settled = status === 'paid' && invoice.status !== 'paid';
    const creditedAmount = invoice.creditedAmount.plus(credit.amount);
    const changes = { status, creditedAmount, ...(settled && { paidAt: now }) };
    const credited = await this.invoices.update(tx, invoice, changes);
    const details = { credit_note_id: creditNoteId, amount: credit.amount.toFixed(), reason };
    await this.effects.record(tx, actor, invoiceId, 'credited', details);
    const billed = credit.lines.length > 0;
    await this.effects.takenBack(tx, actor, locked, { amount: credit.amount, cause: 'credit', billed });
    if (settled) {
      const told = { paid_at: now.toISOString(), amount_paid: toNumber(credited.paidAmount) };
      await this.effects.publish(tx, actor, credited, 'paid', told);
    }
  }
}

/** The bank details as the audit log shows them. */
function auditOf(account: PaidAccount | null): object {
  return account ? { bank_account: shownAccount(account) } : {};
}

function creditOf(invoice: StoredInvoice, request: CreditRequest): Credit {
  const { status, currency, total, creditedAmount, lines } = invoice;
  nextStatus(status, 'credit');
  if ('amount' in request) requireMinorUnits('amount', request.amount, currency);
  const creditable = lines.map(({ creditedQuantity, ...line }) => ({ ...line, credited: creditedQuantity }));
  return creditFor(request, creditable, total.minus(creditedAmount), currency);
}
