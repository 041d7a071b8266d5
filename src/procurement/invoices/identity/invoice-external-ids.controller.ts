import { Put } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { Clock } from '../../../common/clock';
import type { Language } from '../../../messages';
import type { InvoiceId } from '../../../common/records/ids';
import type { IfMatch } from '../../../common/records/versions';
import {
  Answers,
  Body,
  BothForms,
  CurrentActor,
  CurrentForm,
  CurrentLanguage,
  Examples,
  ExternalDto,
  externalOf,
  type Form,
  IfMatches,
  type OfForm,
  PathId,
  Requires,
  versioned,
} from '../../../platform/http';
import { type ExternalPart, InvoicesService } from '../invoices.service';
import { INVOICE_EXAMPLES } from '../http/examples';
import { INVOICE, INVOICE_IN_FORM } from '../http/answers-b';

const TOLD: Omit<Parameters<typeof Answers>[1], 'summary'> = {
  description:
    'Allowed in every status, because the approved content does not change. Missing fields do not change. Returns the invoice with an incremented version. `If-Match` is the ETag of the invoice.',
  codes: ['PRECONDITION_FAILED'],
};

@BothForms('invoices/:id', 'Invoices')
export class InvoiceExternalIdsController {
  constructor(
    private readonly invoices: InvoicesService,
    private readonly clock: Clock,
  ) {}

  @Put('external-id')
  @Examples(INVOICE_EXAMPLES.externalId)
  @Requires('write', 'invoices.write')
  @Answers(INVOICE, { summary: 'Set the external id of an invoice', ...TOLD })
  async setOfInvoice(
    @CurrentActor() actor: Actor,
    @PathId() id: InvoiceId,
    @Body() body: ExternalDto,
    @IfMatches() ifMatch: IfMatch,
    @CurrentForm() form: Form,
    @CurrentLanguage() language: Language,
  ): Promise<OfForm<typeof INVOICE>> {
    return this.set({ actor, form, language }, { id }, body, ifMatch);
  }

  @Put('line-items/:line_item_id/external-id')
  @Examples(INVOICE_EXAMPLES.lineExternalId)
  @Requires('write', 'invoices.write')
  @Answers(INVOICE, { summary: 'Set the external id of an invoice line', ...TOLD })
  async setOfLine(
    @CurrentActor() actor: Actor,
    @PathId() id: InvoiceId,
    @PathId('line_item_id') lineId: number,
    @Body() body: ExternalDto,
    @IfMatches() ifMatch: IfMatch,
    @CurrentForm() form: Form,
    @CurrentLanguage() language: Language,
  ): Promise<OfForm<typeof INVOICE>> {
    return this.set({ actor, form, language }, { id, lineId }, body, ifMatch);
  }

  @Put('payments/:payment_id/external-id')
  @Examples(INVOICE_EXAMPLES.paymentExternalId)
  @Requires('write', 'payments.write')
  @Answers(INVOICE, { summary: 'Set the external id of a payment', ...TOLD })
  async setOfPayment(
    @CurrentActor() actor: Actor,
    @PathId() id: InvoiceId,
    @PathId('payment_id') paymentId: number,
    @Body() body: ExternalDto,
    @IfMatches() ifMatch: IfMatch,
    @CurrentForm() form: Form,
    @CurrentLanguage() language: Language,
  ): Promise<OfForm<typeof INVOICE>> {
    return this.set({ actor, form, language }, { id, paymentId }, body, ifMatch);
  }

  private async set(
    { actor, form, language }: { readonly actor: Actor; readonly form: Form; readonly language: Language },
    part: ExternalPart,
    body: ExternalDto,
    ifMatch: IfMatch,
  ): Promise<OfForm<typeof INVOICE>> {
    const row = await this.invoices.setExternal(actor, part, externalOf(body), ifMatch);
    return versioned(INVOICE_IN_FORM[form](row, { today: this.clock.today(), language }), row.version);
  }
}
