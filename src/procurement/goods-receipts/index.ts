export { GoodsReceiptsModule } from './goods-receipts.module';
export type { BillingPort } from './ports';
export { ReceiptPorts } from './ports';
export { ReceiptResponse } from './http/answers';
export { presentReceipt } from './http/present';
export { GoodsReceiptsQueries } from './queries/goods-receipts.queries';
export { ReceivingService } from './receiving/receiving.service';
