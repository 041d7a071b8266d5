import { Get, Query } from '@nestjs/common';
import type { Actor } from '../common/actor';
import type { Page } from '../common/page';
import { AnswersPage, CurrentActor, FormA, PathId, Requires } from '../http';
import { OrderSummaryOut } from './http/form-a/answers';
import { OrderListQuery } from './http/form-a/list-query';
import { presentSummary } from './http/form-a/present';
import { PurchaseOrdersQueries } from './queries/purchase-orders.queries';

/** A vendor's orders in Form A. */
@FormA('vendors/:id/purchase-orders', 'Vendors')
export class VendorOrdersController {
  constructor(private readonly queries: PurchaseOrdersQueries) {}

  @Get()
  @Requires('read')
  @AnswersPage(OrderSummaryOut, { summary: "List a vendor's purchase orders" })
  async list(
    @CurrentActor() { tenantId }: Actor,
    @PathId() id: number,
    @Query() query: OrderListQuery,
  ): Promise<Page<OrderSummaryOut>> {
    return (await this.queries.listOfVendor(tenantId, id, query.toFilter(), query.toOrderPage())).map(presentSummary);
  }
}
