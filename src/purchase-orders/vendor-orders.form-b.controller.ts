import { Get, Query } from '@nestjs/common';
import type { Actor } from '../common/actor';
import type { Page } from '../common/page';
import { AnswersPage, CurrentActor, FormB, PathId, Requires } from '../http';
import { OrderSummaryOutB } from './http/form-b/answers';
import { OrderListQueryB } from './http/form-b/list-query';
import { presentSummaryB } from './http/form-b/present';
import { PurchaseOrdersQueries } from './queries/purchase-orders.queries';

/** A vendor's orders in Form B. */
@FormB('vendors/:id/purchase-orders', 'Vendors')
export class VendorOrdersFormBController {
  constructor(private readonly queries: PurchaseOrdersQueries) {}

  @Get()
  @Requires('read')
  @AnswersPage(OrderSummaryOutB, { summary: "List a vendor's purchase orders" })
  async list(
    @CurrentActor() { tenantId }: Actor,
    @PathId() id: number,
    @Query() query: OrderListQueryB,
  ): Promise<Page<OrderSummaryOutB>> {
    return (await this.queries.listOfVendor(tenantId, id, query.toFilter(), query.toOrderPage())).map(presentSummaryB);
  }
}
