import { calendarDate } from '../common/clock';
import type { PurchaseOrder } from './entities/purchase-order.entity';
import type { BudgetedOrder } from './progress/ports';

/** An order as a budget sees it, once it was submitted. */
export function budgetedOrder(order: PurchaseOrder): BudgetedOrder {
  if (!order.submittedAt) throw new Error('Budgets hear of an order only once it was submitted');
  const { id, poNumber, departmentId, expenseType, currency, totalAmount: total, submittedAt } = order;
  return { id, poNumber, departmentId, expenseType, currency, total, submittedOn: calendarDate(submittedAt) };
}
