import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GoodsReceipt, GoodsReceiptItem } from './entities/goods-receipt.entity';
import { GoodsReturn, GoodsReturnItem } from './entities/goods-return.entity';
import { DocumentPorts, DocumentsModule } from '../documents';
import { OrderPorts, PurchaseOrdersModule } from '../purchase-orders';
import { TenantsModule } from '../../organisation/tenants';
import { GoodsReceiptsController } from './goods-receipts.controller';
import { GoodsReceiptsQueries } from './queries/goods-receipts.queries';
import { GoodsReceiptsRepository } from './goods-receipts.repository';
import { GoodsReceiptsService } from './goods-receipts.service';
import { OrderReceiptsController } from './receiving/order-receipts.controller';
import { ReceiptPorts } from './ports';
import { ReceiptExternalIdsService } from './receipt-external-ids.service';
import { ReceiptPapers } from './receiving/receipt-papers';
import { ReceivingService } from './receiving/receiving.service';

@Module({
  imports: [
    TypeOrmModule.forFeature([GoodsReceiptItem, GoodsReceipt, GoodsReturnItem, GoodsReturn]),
    DocumentsModule,
    PurchaseOrdersModule,
    TenantsModule,
  ],
  controllers: [OrderReceiptsController, GoodsReceiptsController],
  providers: [
    GoodsReceiptsService,
    GoodsReceiptsQueries,
    GoodsReceiptsRepository,
    ReceivingService,
    ReceiptPapers,
    ReceiptExternalIdsService,
    ReceiptPorts,
  ],
  exports: [GoodsReceiptsQueries, ReceivingService, ReceiptPorts],
})
export class GoodsReceiptsModule implements OnModuleInit {
  constructor(
    private readonly orders: OrderPorts,
    private readonly receiving: ReceivingService,
    private readonly documents: DocumentPorts,
    private readonly papers: ReceiptPapers,
  ) {}

  onModuleInit(): void {
    this.orders.receipts = this.receiving;
    this.documents.receipts = this.papers;
  }
}
