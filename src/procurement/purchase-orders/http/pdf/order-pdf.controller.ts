import { Get, StreamableFile } from '@nestjs/common';
import type { Actor } from '../../../../common/actor';
import type { Language } from '../../../../messages';
import type { OrderId } from '../../../../common/records/ids';
import {
  AnswersFile,
  BothForms,
  ClientGone,
  CurrentActor,
  CurrentLanguage,
  PathId,
  Requires,
} from '../../../../platform/http';
import { PdfRenderer } from '../../../../platform/pdf';
import { PurchaseOrdersQueries } from '../../queries/purchase-orders.queries';
import { orderDocument } from './order-document';
import { orderViewOf } from './order-view';

/** An order on paper; the same file in both forms. Nothing is held open in the database while a page is rendered. */
@BothForms('purchase-orders', 'Purchase orders')
export class OrderPdfController {
  constructor(
    private readonly queries: PurchaseOrdersQueries,
    private readonly renderer: PdfRenderer,
  ) {}

  @Get(':id/pdf')
  @Requires('read')
  @AnswersFile('application/pdf', {
    summary: 'Download a purchase order as PDF',
    description: 'A4, in English or, by `Accept-Language: ar`, in Arabic. Marked as a draft until it is approved.',
    codes: ['SERVICE_UNAVAILABLE'],
  })
  async pdf(
    @CurrentActor() { tenantId }: Actor,
    @PathId() id: OrderId,
    @CurrentLanguage() language: Language,
    @ClientGone() gone: AbortSignal,
  ): Promise<StreamableFile> {
    const [{ order }, parties] = await Promise.all([
      this.queries.get(tenantId, id),
      this.queries.parties(tenantId, id),
    ]);
    const document = () => orderDocument(orderViewOf(order, parties), language);
    const pdf = await this.renderer.render(document, { tenantId, gone, orderId: id });
    return new StreamableFile(pdf, {
      type: 'application/pdf',
      disposition: `attachment; filename="${order.po_number}.pdf"`,
      length: pdf.length,
    });
  }
}
