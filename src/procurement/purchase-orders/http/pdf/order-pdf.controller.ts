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

/** The same file in both forms. No database connection is held while a page is rendered. */
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
    description:
      'A4, in English, or in Arabic with `Accept-Language: ar`. Has a DRAFT watermark unless the order is approved or completed.',
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
