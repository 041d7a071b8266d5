import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import { invalidField } from '../../common/errors';
import { roundMoney, toNumber } from '../../common/money';
import { isUniqueViolation, type Transaction } from '../../database';
import { BillingEffects } from '../approval/billing-effects';
import { CreditNotesRepository } from './credit-notes.repository';
import { type Credit, creditFor, type CreditRequest, statusAfterCredit } from '../domain/payments/credit';
import { nextStatus } from '../domain/lifecycle';
import { foldText } from '../domain/text-key';
import { InvoiceChronicle } from '../approval/invoice-history';
import type { CreditNoteRow, InvoiceRow } from '../entities/invoice-rows';
import { InvoiceWork, type LockedInvoice } from '../invoice-work';
import { paymentFactsOf, type StoredInvoice } from '../entities/stored-invoice';

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
    private readonly work: InvoiceWork,
    private readonly creditNotes: CreditNotesRepository,
    private readonly effects: BillingEffects,
    private readonly chronicle: InvoiceChronicle,
  ) {}

  /**
   * Records a credit note. Credited lines no longer count as billed: their order is open again by as much, and its
   * commitment with it. Either kind lowers what is due; where nothing is left, the invoice is settled.
   * @throws DomainError NOT_FOUND; INVALID_STATUS; VALIDATION_ERROR for lines that are not the invoice's, for more than
   *   is left of a line or of the invoice, and for a number used before
   */
  async record(actor: Actor, invoiceId: number, request: CreditNoteRequest): Promise<RecordedCreditNote> {
    try {
      const { invoice } = await this.work.changeConfirmed(actor, invoiceId, async (tx, locked) => {
        await this.write(tx, actor, locked, request);
        return [];
      });
      // Numbers are a vendor's own: the one just written is the only one with this one.
      const note = invoice.credit_notes.find((each) => each.credit_note_number === request.number);
      if (!note) throw new Error('The invoice does not show its new credit note');
      return { note, invoice };
    } catch (error) {
      if (!isUniqueViolation(error, 'uq_credit_notes_number')) throw error;
      throw invalidField('credit_note_number', 'validation.taken');
    }
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
    const note = {
      invoiceId,
      vendorId,
      number,
      numberKey: foldText(number),
      reason,
      credit,
      createdById: actor.userId,
    };
    const creditNoteId = await this.creditNotes.insert(tx, note, now);
    const status = statusAfterCredit(paymentFactsOf(invoice), credit.amount);
    const settled = status === 'paid' && invoice.status !== 'paid';
    const credited = await this.work.update(tx, invoiceId, {
      status,
      creditedAmount: invoice.credited.plus(credit.amount),
      ...(settled && { paidAt: now }),
    });
    const details = { credit_note_id: creditNoteId, amount: credit.amount.toFixed(), reason };
    await this.chronicle.note(tx, actor, invoiceId, 'credited', details);
    const billed = credit.lines.length > 0;
    await this.effects.takenBack(tx, actor, locked, { amount: credit.amount, cause: 'credit', billed });
    if (settled) {
      const told = { paid_at: now.toISOString(), amount_paid: toNumber(credited.paid) };
      await this.chronicle.tell(tx, actor, credited, 'paid', told);
    }
  }
}

function creditOf({ status, currency, totals, credited, lines }: StoredInvoice, request: CreditRequest): Credit {
  nextStatus(status, 'credit');
  if ('amount' in request && !roundMoney(request.amount, currency).eq(request.amount)) {
    throw invalidField('amount', 'invoice.too_many_decimals', { currency });
  }
  const creditable = lines.map(({ creditedQuantity, ...line }) => ({ ...line, credited: creditedQuantity }));
  return creditFor(request, creditable, totals.total.minus(credited), currency);
}
