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

export interface CreditNoteRequest {
  readonly number: string;
  readonly date?: CalendarDate | undefined;
  readonly reason: string;
  readonly credit: CreditRequest;
}

export interface RecordedCreditNote {
  readonly note: InvoiceRow['credit_notes'][number];
  readonly invoice: InvoiceRow;
}

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
   * Records a credit note. Credited lines no longer count as billed, so the order and its commitment are open again by
   * that quantity. An approved invoice with nothing due becomes paid.
   * @throws DomainError NOT_FOUND; INVALID_STATUS; SELF_APPROVAL_FORBIDDEN (see {@link InvoiceDuties});
   *   VALIDATION_ERROR for an unknown line, more than the rest of a line or of the invoice, an invalid date, and a
   *   number used in the fiscal year
   */
  async credit(actor: Actor, invoiceId: InvoiceId, request: CreditNoteRequest): Promise<RecordedCreditNote> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      // Before any record is locked.
      await Promise.all([this.authority.recheckToken(tx, actor), this.fiscalYears.hold(tx)]);
      const locked = await this.invoices.lock(tx, invoiceId);
      return this.recorded(tx, invoiceId, await this.record(tx, actor, locked, request));
    });
  }

  /**
   * Cancels a credit note. Its number can be used again. Its lines count as billed and its amount is due again, even if
   * a refund was paid. A paid invoice with an amount due becomes approved.
   * @throws DomainError NOT_FOUND; SELF_APPROVAL_FORBIDDEN (see {@link InvoiceDuties}); INVALID_STATUS for a cancelled
   *   note, for an invoice that is neither approved nor paid, and if other invoices have billed the lines since
   */
  async cancel(actor: Actor, id: number, reason: string): Promise<RecordedCreditNote> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const [invoiceId] = await Promise.all([this.notes.invoiceOf(tx, id), this.authority.recheckToken(tx, actor)]);
      const locked = await this.invoices.lock(tx, invoiceId);
      await this.reverse(tx, actor, locked, id, reason);
      return this.recorded(tx, invoiceId, id);
    });
  }

  private async recorded(tx: Transaction, invoiceId: InvoiceId, id: number): Promise<RecordedCreditNote> {
    const invoice = await this.queries.get(tx, invoiceId);
    const note = invoice.credit_notes.find((each) => each.id === id);
    if (!note) throw new Error('The credit note is missing in its invoice');
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
    const more = {
      credit_note_id: creditNoteId,
      credit_note_number: number,
      amount: toNumber(credit.amount),
      reason,
      credited_at: now.toISOString(),
      amount_due: toNumber(amountDue(paymentFactsOf(credited))),
    };
    await this.effects.recordAndPublish(tx, actor, { ...locked, invoice: credited }, 'credited', more, details);
    const billed = credit.lines.length > 0;
    await this.effects.reversed(tx, actor, locked, { amount: credit.amount, cause: 'credit', billed });
    await this.effects.publishIfSettled(tx, actor, locked, credited, now);
    return creditNoteId;
  }

  private async reverse(
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
    const changes = { status, creditedAmount, ...(status !== invoice.status && { paidAt: null }) };
    const owed = await this.invoices.update(tx, invoice, changes);
    const details = { credit_note_id: id, amount: ZERO.minus(amount).toFixed(), reason };
    const more = {
      credit_note_id: id,
      credit_note_number: note.creditNoteNumber,
      amount: toNumber(amount),
      reason,
      cancelled_at: now.toISOString(),
      amount_due: toNumber(amountDue(paymentFactsOf(owed))),
    };
    await this.effects.recordAndPublish(tx, actor, { order, invoice: owed }, 'credit_cancelled', more, details);
    const billed = note.lines.length > 0;
    const again = order && billed ? await this.notes.billedSince(tx, order.order.id, note) : [];
    await this.effects.restored(tx, actor, locked, { amount, billed, billedAgain: again });
  }
}

function creditOf(invoice: StoredInvoice, request: CreditRequest): Credit {
  const { status, currency, total, creditedAmount, lines } = invoice;
  nextStatus(status, 'credit');
  if ('amount' in request) requireMinorUnits('amount', request.amount, currency);
  const creditable = lines.map(({ creditedQuantity, ...line }) => ({ ...line, credited: creditedQuantity }));
  return creditFor(request, creditable, total.minus(creditedAmount), currency);
}
