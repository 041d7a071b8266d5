import { pendingApprovers, type PendingApproverOut, presentPendingApprover } from '../../approvals';
import { toNumber } from '../../common/money';
import { withInitialValues } from '../../tenants';
import { lineProgress } from '../domain/progress';
import type { Deciders, ItemRow, OrderRow, TrailRow } from '../queries/order-rows';
import type { AuditTrailEntryOut, ItemOut } from './answers';

/** A line under Form A's names. */
export function presentItem(item: ItemRow): ItemOut {
  return {
    id: item.id,
    line_number: item.line_number,
    description: item.description,
    quantity: item.quantity,
    unit: item.unit,
    unit_price: item.unit_price,
    vat_rate: item.vat_rate,
    vat_amount: item.vat_amount,
    total: item.total_amount,
    ...presentProgress(item),
  };
}

/** Quantities of a line's progress, as both forms show them. */
export function presentProgress(
  item: ItemRow,
): Pick<ItemRow, 'received_quantity' | 'invoiced_quantity'> & { readonly open_quantity: number } {
  const { received, invoiced, open } = lineProgress({
    itemId: item.id,
    quantity: item.quantity,
    closedQuantity: item.closed_quantity,
    accepted: item.received_quantity,
    billed: item.invoiced_quantity,
  });
  return {
    received_quantity: toNumber(received),
    invoiced_quantity: toNumber(invoiced),
    open_quantity: toNumber(open),
  };
}

/** An entry of the audit trail. */
export function presentTrail({ action, user, timestamp, details }: TrailRow): AuditTrailEntryOut {
  return { action, user, timestamp, details };
}

/** Who may decide the order now; nobody unless it waits for approval. */
export function presentPending(order: OrderRow, deciders: Deciders | undefined): PendingApproverOut[] {
  if (!deciders) return [];
  const subject = { requesterId: order.created_by.id, departmentId: order.department.id };
  const settings = withInitialValues(deciders.settings);
  return pendingApprovers(subject, order.steps, deciders.people, settings).map(presentPendingApprover);
}
