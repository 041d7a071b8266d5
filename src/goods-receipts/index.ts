export { GoodsReceiptsModule } from './goods-receipts.module';
export type { BillingPort } from './ports';
export { ReceiptPorts } from './ports';
export { ReceivingService } from './receiving.service';
