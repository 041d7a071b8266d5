import { Post } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { Clock } from '../../../common/clock';
import { invalidField } from '../../../common/errors';
import type { Language } from '../../../messages';
import { decimal } from '../../../common/money';
import type { InvoiceId } from '../../../common/records/ids';
import {
  Answers,
  Body,
  BothForms,
  CurrentActor,
  CurrentLanguage,
  Examples,
  PathId,
  Requires,
} from '../../../platform/http';
import type { CreditRequest } from '../domain/payments';
import { INVOICE_EXAMPLES } from '../http/examples';
import { CreditNoteResponse, PaymentResponse, toCreditNoteResponse, toPaymentResponse } from './answers';
import { CreditNotesService } from './credit-notes.service';
import { PaymentsService } from './payments.service';
import { CreditNoteDto, PaymentDto, ReversalDto } from './requests';

@BothForms('invoices/:id', 'Invoices')
export class InvoicePaymentsController {
  constructor(
    private readonly payments: PaymentsService,
    private readonly creditNotes: CreditNotesService,
    private readonly clock: Clock,
  ) {}

  @Post('payments')
  @Examples(INVOICE_EXAMPLES.pay)
  @Requires('write', 'payments.write')
  @Answers(PaymentResponse, {
    summary: 'Record a payment',
    description:
      'If nothing is due afterwards, the invoice becomes paid. Repeating a reference with the same amount returns the recorded payment. `bank_account` is the newest version of the vendor’s bank details; if bank_change_control is block, the newest verified one. With `prevent_self_approval`, approvers cannot pay, and users who entered, changed, submitted or paid the invoice cannot refund.',
    status: 201,
    codes: ['INVALID_STATUS', 'OVERPAYMENT', 'VENDOR_BLOCKED', 'SELF_APPROVAL_FORBIDDEN', 'BANK_DETAILS_UNVERIFIED'],
  })
  async pay(
    @CurrentActor() actor: Actor,
    @PathId() id: InvoiceId,
    @Body() body: PaymentDto,
    @CurrentLanguage() language: Language,
  ): Promise<PaymentResponse> {
    const { paidAt, method = null, reference = null, ...outside } = body.toInput();
    const paid = { amount: decimal(body.amount), ...(paidAt !== undefined && { paidAt: new Date(paidAt) }) };
    const payment = await this.payments.pay(actor, id, { ...paid, method, reference, ...outside });
    return toPaymentResponse(payment, this.clock.today(), language);
  }

  @Post('payments/:payment_id/reverse')
  @Examples(INVOICE_EXAMPLES.reverse)
  @Requires('write', 'payments.write')
  @Answers(PaymentResponse, {
    summary: 'Reverse a payment',
    description:
      'Reverses a payment (for example a returned transfer) or a refund once, with an entry of the opposite amount. ' +
      'A paid invoice with an amount due becomes approved. With strict controls the user who recorded the payment ' +
      'cannot reverse it.',
    status: 201,
    codes: ['INVALID_STATUS', 'SELF_APPROVAL_FORBIDDEN'],
  })
  async reverse(
    @CurrentActor() actor: Actor,
    @PathId() id: InvoiceId,
    @PathId('payment_id') paymentId: number,
    @Body() body: ReversalDto,
    @CurrentLanguage() language: Language,
  ): Promise<PaymentResponse> {
    const reversal = await this.payments.reverse(actor, id, paymentId, {
      reason: body.reason,
      reversedAt: body.reversed_at === undefined ? undefined : new Date(body.reversed_at),
    });
    return toPaymentResponse(reversal, this.clock.today(), language);
  }

  @Post('credit-notes')
  @Examples(INVOICE_EXAMPLES.credit)
  @Requires('approve', 'invoices.approve')
  @Answers(CreditNoteResponse, {
    summary: 'Record a credit note',
    description:
      'Credited lines no longer count as billed and open the order again; an amount changes money only. Both lower the ' +
      'amount due. With `prevent_self_approval`, users who entered, changed, submitted or paid the invoice cannot credit it.',
    status: 201,
    codes: ['INVALID_STATUS', 'SELF_APPROVAL_FORBIDDEN'],
  })
  async credit(
    @CurrentActor() actor: Actor,
    @PathId() id: InvoiceId,
    @Body() body: CreditNoteDto,
  ): Promise<CreditNoteResponse> {
    const { creditNoteNumber: number, reason } = body.toInput();
    const request = { number, date: body.credit_date, reason, credit: creditRequest(body) };
    return toCreditNoteResponse(await this.creditNotes.credit(actor, id, request), this.clock.today());
  }
}

function creditRequest({ lines, amount }: CreditNoteDto): CreditRequest {
  if (lines && amount !== undefined) throw invalidField('amount', 'invoice.credit_lines_or_amount');
  if (amount !== undefined) return { amount: decimal(amount) };
  if (!lines) throw invalidField('lines', 'invoice.credit_lines_or_amount');
  return { lines: lines.map((line) => ({ lineId: line.line_item_id, quantity: decimal(line.quantity) })) };
}
