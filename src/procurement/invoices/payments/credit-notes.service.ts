import { Injectable } from '@nestjs/common';
import { TokenAuthority } from '../../../organisation/auth';
import type { Actor } from '../../../common/actor';
import { calendarDate, type CalendarDate } from '../../../common/clock';
import { toNumber, ZERO } from '../../../common/money';
import { numberKey } from '../../../common/records/keys';
import type { InvoiceId } from '../../../common/records/ids';
import { type Transaction, UnitOfWork } from '../../../platform/database';
import { FiscalYears, fiscalYearsOf, storedFiscalYear } from '../../../organisation/tenants';
import { InvoiceDuties } from './duties.service';
import { InvoiceEffects } from '../invoice-effects';
import { creditDate, statusAfterCancelledCredit } from '../domain/credit-notes';
import { requireMinorUnits } from '../domain/entry/totals';
import { nextStatus } from '../domain/lifecycle';
import { amountDue, type Credit, creditFor, type CreditRequest, statusAfterCredit } from '../domain/payments';
import { paymentFactsOf, type StoredInvoice } from '../entities/stored-invoice';
import { InvoicesRepository, type LockedInvoice } from '../invoices.repository';
import { InvoicesQueries } from '../queries/invoices.queries';
import type { InvoiceRow } from '../http/answers';
import { CreditNotesRepository } from './credit-notes.repository';

/** A credit note to be recorded. */
export interface CreditNoteRequest {
  /** The vendor's number. */
  readonly number: string;
  /** Today when left out. */
  readonly date?: CalendarDate | undefined;
  readonly reason: string;
  readonly credit: CreditRequest;
}

/** A credit note that was recorded or cancelled, and the invoice as that left it. */
export interface RecordedCreditNote {
  readonly note: InvoiceRow['credit_notes'][number];
  readonly invoice: InvoiceRow;
}

/** Records what vendors take off their invoices, and cancels what was recorded wrongly. */
@Injectable()
export class CreditNotesService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly authority: TokenAuthority,
    private readonly invoices: InvoicesRepository,
    private readonly notes: CreditNotesRepository,
    private readonly fiscalYears: FiscalYears,
    private readonly duties: InvoiceDuties,
    private readonly effects: InvoiceEffects,
    private readonly queries: InvoicesQueries,
  ) {}

  /**
   * Records a credit note. Credited lines no longer count as billed: their order is open again by as much, and its
   * commitment with it. Either kind lowers what is due; where nothing is left, the invoice is settled.
   * @throws DomainError NOT_FOUND; INVALID_STATUS; VALIDATION_ERROR for lines that are not the invoice's, for more than
   *   is left of a line or of the invoice, for a date that cannot be, and for a number that the vendor has used in the fiscal year;
   *   SELF_APPROVAL_FORBIDDEN as {@link InvoiceDuties} says it
   */
  async credit(actor: Actor, invoiceId: InvoiceId, request: CreditNoteRequest): Promise<RecordedCreditNote> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      // Both before any record is locked.
      await Promise.all([this.authority.confirm(tx, actor), this.fiscalYears.hold(tx)]);
      const locked = await this.invoices.lock(tx, invoiceId);
      return this.recorded(tx, invoiceId, await this.record(tx, actor, locked, request));
    });
  }

  /**
   * Cancels a credit note: its number is free again, its lines count as billed again, and the invoice owes the amount again, also
   * where a refund was paid for it. A paid invoice on which something is due again is approved.
   * @throws DomainError NOT_FOUND; INVALID_STATUS for a note that is cancelled, for an invoice that is neither approved nor paid, and
   *   where another invoice has billed the lines since; SELF_APPROVAL_FORBIDDEN as {@link InvoiceDuties} says it
   */
  async cancel(actor: Actor, id: number, reason: string): Promise<RecordedCreditNote> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const [invoiceId] = await Promise.all([this.notes.invoiceOf(tx, id), this.authority.confirm(tx, actor)]);
      const locked = await this.invoices.lock(tx, invoiceId);
      await this.takeBack(tx, actor, locked, id, reason);
      return this.recorded(tx, invoiceId, id);
    });
  }

  private async recorded(tx: Transaction, invoiceId: InvoiceId, id: number): Promise<RecordedCreditNote> {
    const invoice = await this.queries.get(tx, invoiceId);
    const note = invoice.credit_notes.find((each) => each.id === id);
    if (!note) throw new Error('The invoice does not show its credit note');
    return { note, invoice };
  }

  private async record(
    tx: Transaction,
    actor: Actor,
    locked: LockedInvoice,
    { number, date, reason, credit: request }: CreditNoteRequest,
  ): Promise<number> {
    const { invoice, now } = locked;
    const { id: invoiceId, vendorId, invoiceDate } = invoice;
    const credit = creditOf(invoice, request);
    await this.duties.requireUndoer(tx, actor, invoice);
    const day = creditDate(date, { invoiceDate, today: calendarDate(now) });
    const key = numberKey(number);
    const calendar = await this.fiscalYears.hold(tx);
    await this.notes.requireUnused(tx, { vendorId, numberKey: key }, fiscalYearsOf(calendar, day));
    const dated = { creditDate: day, ...storedFiscalYear(calendar, day) };
    const named = { creditNoteNumber: number, numberKey: key, ...dated, reason };
    const note = { invoiceId, vendorId, ...named, credit, createdById: actor.userId };
    const creditNoteId = await this.notes.insert(tx, note, now);
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
    return creditNoteId;
  }

  private async takeBack(
    tx: Transaction,
    actor: Actor,
    locked: LockedInvoice,
    id: number,
    reason: string,
  ): Promise<void> {
    const { invoice, order, now } = locked;
    await this.duties.requireUndoer(tx, actor, invoice);
    const note = await this.notes.stored(tx, id);
    const { amount } = note;
    const status = statusAfterCancelledCredit(paymentFactsOf(invoice), note);
    await this.notes.cancel(tx, note, { cancelledAt: now, cancelledById: actor.userId, cancellationReason: reason });
    const creditedAmount = invoice.creditedAmount.minus(amount);
    const owed = await this.invoices.update(tx, invoice, {
      status,
      creditedAmount,
      ...(status !== invoice.status && { paidAt: null }),
    });
    const details = { credit_note_id: id, amount: ZERO.minus(amount).toFixed(), reason };
    const told = {
      credit_note_id: id,
      credit_note_number: note.creditNoteNumber,
      amount: toNumber(amount),
      reason,
      cancelled_at: now.toISOString(),
      amount_due: toNumber(amountDue(paymentFactsOf(owed))),
    };
    await this.effects.publish(tx, actor, { order, invoice: owed }, 'credit_cancelled', told, details);
    const billed = note.lines.length > 0;
    const again = order && billed ? await this.notes.billedSince(tx, order.order.id, note) : [];
    await this.effects.restored(tx, actor, locked, { amount, billed, again });
  }
}

function creditOf(invoice: StoredInvoice, request: CreditRequest): Credit {
  const { status, currency, total, creditedAmount, lines } = invoice;
  nextStatus(status, 'credit');
  if ('amount' in request) requireMinorUnits('amount', request.amount, currency);
  const creditable = lines.map(({ creditedQuantity, ...line }) => ({ ...line, credited: creditedQuantity }));
  return creditFor(request, creditable, total.minus(creditedAmount), currency);
}
