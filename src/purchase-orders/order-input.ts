import type { ExpenseType } from '../approvals';
import type { LinkInput } from '../documents';
import type { LineChange } from './domain/lines';

/** What a request says of an order, in neither form's words. What it does not mention is undefined, what it clears null. */
export interface OrderInput {
  readonly vendorId?: number;
  readonly departmentId?: number;
  readonly projectId?: number | null;
  readonly currency?: string;
  readonly expenseType?: ExpenseType;
  readonly notes?: string | null;
  readonly deliveryAddress?: string | null;
  /** `YYYY-MM-DD`. */
  readonly expectedDeliveryDate?: string | null;
  readonly items?: readonly LineChange[];
  /** Links; given, they replace the order's links. */
  readonly attachments?: readonly LinkInput[];
}

/** A new order: it has a vendor and at least one line. */
export type NewOrderInput = OrderInput & {
  readonly vendorId: number;
  readonly items: readonly [LineChange, ...LineChange[]] | readonly LineChange[];
};
