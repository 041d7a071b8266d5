import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors';
import type { Language } from '../../../common/messages';
import type { OrderId, TenantId } from '../../../common/records/ids';
import { UnitOfWork } from '../../../database';
import { PdfRenderer } from '../../../pdf';
import { PurchaseOrdersQueries } from '../../queries/purchase-orders.queries';
import { orderDocument } from './order-document';
import { PartiesRow, partiesOf } from './order-parties.sql';
import { orderViewOf } from './order-view';

/** An order as a file. */
export interface PrintedOrder {
  /** `{po_number}.pdf`. */
  readonly fileName: string;
  readonly pdf: Buffer;
}

/** Orders on paper. Nothing is held open in the database while a page is rendered. */
@Injectable()
export class OrderPrinting {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly queries: PurchaseOrdersQueries,
    private readonly renderer: PdfRenderer,
  ) {}

  /**
   * The order as a PDF in this language.
   * @param gone aborts when nobody waits for it any more
   * @throws DomainError NOT_FOUND; SERVICE_UNAVAILABLE when it cannot be rendered now
   */
  async print(tenantId: TenantId, id: OrderId, language: Language, gone: AbortSignal): Promise<PrintedOrder> {
    const [{ order }, [[parties]]] = await Promise.all([
      this.queries.get(tenantId, id),
      this.unitOfWork.readShared<[PartiesRow]>(tenantId, partiesOf(tenantId, id)),
    ]);
    if (!parties) throw notFound();
    const pdf = await this.renderer.render(() => orderDocument(orderViewOf(order, parties), language), {
      tenantId,
      gone,
    });
    return { fileName: `${order.po_number}.pdf`, pdf };
  }
}
