export { GoodsReceiptsModule } from './goods-receipts.module';
export type { BillingPort, LockedOrder } from './ports';
export { ReceiptPorts } from './ports';
export { ReceivingService } from './receiving.service';
