import { Module } from '@nestjs/common';
import { InvoicesModule } from '../../procurement/invoices';
import { PurchaseOrdersModule } from '../../procurement/purchase-orders';
import { InvoiceTrailController, OrderTrailController } from './trails.controller';
import { TrailsQueries } from './trails.queries';

/** Everything that led to an order or an invoice being as it is, told in one answer. It only reads. */
@Module({
  imports: [InvoicesModule, PurchaseOrdersModule],
  controllers: [OrderTrailController, InvoiceTrailController],
  providers: [TrailsQueries],
})
export class TrailsModule {}
