import { Injectable } from '@nestjs/common';
import { TokenAuthority } from '../../auth';
import type { Actor } from '../../common/actor';
import { toNumber } from '../../common/money';
import type { InvoiceId } from '../../common/records/ids';
import { type Transaction, UnitOfWork } from '../../database';
import { InvoiceEffects } from '../approval/invoice-effects';
import { nextStatus } from '../domain/lifecycle';
import { type Credit, creditFor, type CreditRequest, statusAfterCredit } from '../domain/payments/credit';
import { foldText } from '../domain/entry/header';
import { requireMinorUnits } from '../domain/entry/totals';
import { paymentFactsOf, type StoredInvoice } from '../entities/stored-invoice';
import { InvoicesRepository, type LockedInvoice } from '../invoices.repository';
import type { CreditNoteRow, InvoiceRow } from '../queries/invoice-rows';
import { InvoicesQueries } from '../queries/invoices.queries';
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
  readonly note: CreditNoteRow;
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
    private readonly effects: InvoiceEffects,
    private readonly queries: InvoicesQueries,
  ) {}

  /**
   * Records a credit note. Credited lines no longer count as billed: their order is open again by as much, and its
   * commitment with it. Either kind lowers what is due; where nothing is left, the invoice is settled.
   * @throws DomainError NOT_FOUND; INVALID_STATUS; VALIDATION_ERROR for lines that are not the invoice's, for more than
   *   is left of a line or of the invoice, and for a number used before
   */
  async record(actor: Actor, invoiceId: InvoiceId, request: CreditNoteRequest): Promise<RecordedCreditNote> {
    const invoice = await this.unitOfWork.run(actor.tenantId, async (tx) => {
      const locked = await this.invoices.lock(tx, invoiceId, this.authority.confirm(tx, actor));
      await this.write(tx, actor, locked, request);
      return this.queries.get(tx, invoiceId);
    });
    // Numbers are a vendor's own: the one just written is the only one with this one.
    const note = invoice.credit_notes.find((each) => each.credit_note_number === request.number);
    if (!note) throw new Error('The invoice does not show its new credit note');
    return { note, invoice };
  }

  private async write(
    tx: Transaction,
    actor: Actor,
    locked: LockedInvoice,
    { number, reason, credit: request }: CreditNoteRequest,
  ): Promise<void> {
    const { invoice, now } = locked;
    const { id: invoiceId, vendorId } = invoice;
    const credit = creditOf(invoice, request);
    const numberKey = foldText(number);
    const note = { invoiceId, vendorId, number, numberKey, reason, credit, createdById: actor.userId };
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

function creditOf(invoice: StoredInvoice, request: CreditRequest): Credit {
  const { status, currency, total, creditedAmount, lines } = invoice;
  nextStatus(status, 'credit');
  if ('amount' in request) requireMinorUnits('amount', request.amount, currency);
  const creditable = lines.map(({ creditedQuantity, ...line }) => ({ ...line, credited: creditedQuantity }));
  return creditFor(request, creditable, total.minus(creditedAmount), currency);
}
