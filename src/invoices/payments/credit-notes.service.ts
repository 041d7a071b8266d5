import { Injectable } from '@nestjs/common';
import { TokenAuthority } from '../../auth';
import type { Actor } from '../../common/actor';
import { toNumber } from '../../common/money';
import { numberKey } from '../../common/records/number-key';
import type { InvoiceId } from '../../common/records/ids';
import { type Transaction, UnitOfWork } from '../../database';
import { InvoiceDuties } from '../approval/duties.service';
import { InvoiceEffects } from '../approval/invoice-effects';
import { requireMinorUnits } from '../domain/entry/totals';
import { nextStatus } from '../domain/lifecycle';
import { amountDue, type Credit, creditFor, type CreditRequest, statusAfterCredit } from '../domain/payments';
import { paymentFactsOf, type StoredInvoice } from '../entities/stored-invoice';
import { InvoicesRepository, type LockedInvoice } from '../invoices.repository';
import { type InvoiceRow, InvoicesQueries } from '../queries/invoices.queries';
import { PaymentEntries } from './payment-entries';
import { PaymentsRepository } from './payments.repository';

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

/** Records what vendors take off their invoices. */
@Injectable()
export class CreditNotesService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly authority: TokenAuthority,
    private readonly invoices: InvoicesRepository,
    private readonly payments: PaymentsRepository,
    private readonly duties: InvoiceDuties,
    private readonly entries: PaymentEntries,
    private readonly effects: InvoiceEffects,
    private readonly queries: InvoicesQueries,
  ) {}

  /**
   * Records a credit note. Credited lines no longer count as billed: their order is open again by as much, and its
   * commitment with it. Either kind lowers what is due; where nothing is left, the invoice is settled.
   * @throws DomainError NOT_FOUND; INVALID_STATUS; VALIDATION_ERROR for lines that are not the invoice's, for more than
   *   is left of a line or of the invoice, and for a number used before; SELF_APPROVAL_FORBIDDEN as {@link InvoiceDuties} says it
   */
  async credit(actor: Actor, invoiceId: InvoiceId, request: CreditNoteRequest): Promise<RecordedCreditNote> {
    const invoice = await this.unitOfWork.run(actor.tenantId, async (tx) => {
      const locked = await this.invoices.lock(tx, invoiceId, this.authority.confirm(tx, actor));
      await this.record(tx, actor, locked, request);
      return this.queries.get(tx, invoiceId);
    });
    // Numbers are a vendor's own: the one just written is the only one with this one.
    const note = invoice.credit_notes.find((each) => each.credit_note_number === request.number);
    if (!note) throw new Error('The invoice does not show its new credit note');
    return { note, invoice };
  }

  private async record(
    tx: Transaction,
    actor: Actor,
    locked: LockedInvoice,
    { number, reason, credit: request }: CreditNoteRequest,
  ): Promise<void> {
    const { invoice, now } = locked;
    const { id: invoiceId, vendorId } = invoice;
    const credit = creditOf(invoice, request);
    await this.duties.requireUndoer(tx, actor, invoice);
    const named = { creditNoteNumber: number, numberKey: numberKey(number), reason };
    const note = { invoiceId, vendorId, ...named, credit, createdById: actor.userId };
    const creditNoteId = await this.payments.insertCreditNote(tx, note, now);
    const status = statusAfterCredit(paymentFactsOf(invoice), credit.amount);
    const settled = status === 'paid' && invoice.status !== 'paid';
    const creditedAmount = invoice.creditedAmount.plus(credit.amount);
    const written = { status, creditedAmount, ...(settled && { paidAt: now }) };
    const credited = await this.invoices.update(tx, invoice, written);
    const details = { credit_note_id: creditNoteId, amount: credit.amount.toFixed(), reason };
    const told = {
      credit_note_id: creditNoteId,
      credit_note_number: number,
      amount: toNumber(credit.amount),
      reason,
      credited_at: now.toISOString(),
      amount_due: toNumber(amountDue(paymentFactsOf(credited))),
    };
    await this.effects.publish(tx, actor, { ...locked, invoice: credited }, 'credited', told, details);
    const billed = credit.lines.length > 0;
    await this.effects.takenBack(tx, actor, locked, { amount: credit.amount, cause: 'credit', billed });
    await this.effects.publishIfSettled(tx, actor, locked, credited, now);
  }
}

function creditOf(invoice: StoredInvoice, request: CreditRequest): Credit {
  const { status, currency, total, creditedAmount, lines } = invoice;
  nextStatus(status, 'credit');
  if ('amount' in request) requireMinorUnits('amount', request.amount, currency);
  const creditable = lines.map(({ creditedQuantity, ...line }) => ({ ...line, credited: creditedQuantity }));
  return creditFor(request, creditable, total.minus(creditedAmount), currency);
}
