/**
 * Purchase orders. For the modules behind them:
 *
 * - `OrderPorts`: where budgets, goods receipts, invoices and vendor performance plug in, once, while the application starts; a
 *   start without one of them fails. `progress/ports.ts` describes each.
 * - `OrderProgressService.lock(tx, orderId)` before facts about an order change, `.settle(tx, actor, locked)` after: writes
 *   down received and invoiced quantities, completes or re-opens the order, tells the budget what it still binds.
 * - `isInForce`, `ORDERS_IN_FORCE`, and `IN_FORCE` for the SQL of orders `o`: which orders were approved and hold.
 * - `requireNotClosed(order)`: refuses an order that a person closed short.
 * - `PurchaseOrdersService`, `OrderApprovalService`, `CreateOrderDto` and `UpdateOrderDto`: for imports.
 * - `LockedOrder`: what `lock` answers. It is handed on; nobody locks or reads an order again in the same transaction.
 */
export { AmendmentsQueries } from './amendments/amendments.queries';
export { AmendmentResponse, VersionResponse } from './amendments/answers';
export { presentAmendment, presentVersion } from './amendments/present';
export { OrderApprovalService } from './approval/approval.service';
export { requireNotClosed } from './domain/policy';
export { OrderResponse } from './http/answers';
export { toOrderResponse } from './http/present';
export { PurchaseOrdersQueries } from './queries/purchase-orders.queries';
export { CreateOrderDto, UpdateOrderDto } from './http/requests';
export { isInForce, ORDER_STATUSES, ORDERS_IN_FORCE, type OrderStatus } from './domain/lifecycle';
export { ORDER_STATUS_WORDS } from './http/words';
export {
  type BilledEarly,
  type BudgetedOrder,
  type BudgetOverride,
  type BudgetPort,
  type EarlyInvoice,
  type InvoiceFacts,
  type OrderFollower,
  type OrderMatching,
  OrderPorts,
  type OrderProgress,
  type ReceiptFacts,
} from './ports';
export { OrderProgressService } from './progress/progress.service';
export { PurchaseOrdersModule } from './purchase-orders.module';
export { PurchaseOrdersService } from './purchase-orders.service';
export type { LockedOrder } from './purchase-orders.repository';
export { IN_FORCE } from './queries/purchase-orders.sql';
export { WrittenOrder } from './entities/purchase-order.entity';
export { WrittenLine } from './entities/purchase-order-item.entity';
