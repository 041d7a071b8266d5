import { Module } from '@nestjs/common';
import { InvoicesModule } from '../../procurement/invoices';
import { PurchaseOrdersModule } from '../../procurement/purchase-orders';
import { InvoiceTrailController, OrderTrailController } from './trails.controller';
import { TrailsQueries } from './trails.queries';

@Module({
  imports: [InvoicesModule, PurchaseOrdersModule],
  controllers: [OrderTrailController, InvoiceTrailController],
  providers: [TrailsQueries],
})
export class TrailsModule {}
