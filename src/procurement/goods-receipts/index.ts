export { GoodsReceiptsModule } from './goods-receipts.module';
export { type BillingPort, ReceiptPorts } from './ports';
export { ReceiptResponse, toReceiptResponse } from './http/answers';
export { GoodsReceiptsQueries } from './queries/goods-receipts.queries';
export { ReceivingService } from './receiving/receiving.service';
