/**
 * Purchase orders. For the modules behind them:
 *
 * - `OrderPorts`: where budgets, goods receipts and invoices plug in, once, while the application starts.
 * - `OrderProgressService.lock(tx, orderId)` before facts about an order change, `.settle(tx, actor, locked)` after:
 *   keeps received and invoiced quantities, completes or re-opens the order, tells the budget what it still binds.
 * - `PurchaseOrdersQueries.get(tenantId, id)`: an order with everything about it, in one flight.
 * - `OrderCreationService`, `OrderDraftsService`, `OrderApprovalService`, `OrderEndingService`: the verbs, for seeds and tasks.
 */
export { lineCommitment, orderCommitment } from './domain/commitment';
export { ORDER_STATUSES } from './domain/lifecycle';
export type { OrderStatus } from './domain/lifecycle';
export { lineProgress } from './domain/progress';
export { OrderApprovalService } from './order-approval.service';
export { OrderCreationService } from './order-creation.service';
export { OrderDraftsService } from './order-drafts.service';
export { OrderEndingService } from './order-ending.service';
export { OrderStatusWords } from './form-b/status-words.interceptor';
export type { NewOrderInput, OrderInput } from './order-input';
export { OrderProgressService } from './order-progress.service';
export type { OrderProgress } from './order-progress.service';
export type { LockedOrder } from './purchase-orders.repository';
export type { OrderDetail, OrderRow } from './order-rows';
export { OrderPorts } from './order-ports';
export type {
  BilledEarly,
  BudgetedOrder,
  BudgetOverride,
  BudgetPort,
  CommitmentCause,
  EarlyInvoice,
  InvoiceFacts,
  OrderFollower,
  OrderMatching,
  ReceiptFacts,
} from './ports';
export { PurchaseOrdersModule } from './purchase-orders.module';
export { PurchaseOrdersQueries } from './purchase-orders.queries';
