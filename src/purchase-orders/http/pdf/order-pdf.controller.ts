import { Get, StreamableFile } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import type { Language } from '../../../common/messages';
import type { OrderId } from '../../../common/records/ids';
import { AnswersFile, BothForms, ClientGone, CurrentActor, CurrentLanguage, PathId, Requires } from '../../../http';
import { OrderPrinting } from './order-printing.service';

/** An order on paper; the same file in both forms. */
@BothForms('purchase-orders', 'Purchase orders')
export class OrderPdfController {
  constructor(private readonly printing: OrderPrinting) {}

  @Get(':id/pdf')
  @Requires('read')
  @AnswersFile('application/pdf', {
    summary: 'Download a purchase order as PDF',
    description: 'A4, in English or, by `Accept-Language: ar`, in Arabic. Marked as a draft until it is approved.',
    codes: ['SERVICE_UNAVAILABLE'],
  })
  async pdf(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @CurrentLanguage() language: Language,
    @ClientGone() gone: AbortSignal,
  ): Promise<StreamableFile> {
    const { fileName, pdf } = await this.printing.print(actor.tenantId, id, language, gone);
    return new StreamableFile(pdf, {
      type: 'application/pdf',
      disposition: `attachment; filename="${fileName}"`,
      length: pdf.length,
    });
  }
}
