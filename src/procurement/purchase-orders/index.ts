/**
 * Exports for other modules:
 *
 * - `OrderPorts`: ports that other modules set while the application starts; see `ports.ts`.
 * - `OrderProgressService`: call `lock` before a receipt or an invoice of the order changes, and `settle` after. Pass
 *   the `LockedOrder` on; do not lock or read the order again in the same transaction.
 * - `isInForce`, `ORDERS_IN_FORCE`, `IN_FORCE` (SQL over orders `o`): orders that were approved and not cancelled.
 * - `requireNotClosed`: rejects changes of an order that a user closed short.
 */
export { AmendmentsQueries } from './amendments/amendments.queries';
export { AmendmentResponse, VersionResponse } from './amendments/answers';
export { toAmendmentResponse, toVersionResponse } from './amendments/present';
export { OrderApprovalService } from './approval/approval.service';
export { requireNotClosed } from './domain/policy';
export { OrderResponse } from './http/answers';
export { toOrderResponse } from './http/present';
export { PurchaseOrdersQueries } from './queries/purchase-orders.queries';
export { CreateOrderDto, UpdateOrderDto } from './http/requests';
export { isInForce, ORDER_STATUSES, ORDERS_IN_FORCE, type OrderStatus } from './domain/lifecycle';
export { ORDER_STATUS_ALIASES } from './http/aliases';
export {
  type BilledEarly,
  type BudgetedOrder,
  type BudgetOverride,
  type BudgetPort,
  type CommitReservation,
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
