import { DomainError, type FieldMessages, invalid } from '../../common/errors';
import type { OrderId } from '../../common/records/ids';

interface OrderNamed {
  readonly po_id?: OrderId | undefined;
  readonly purchase_order_id?: OrderId | undefined;
}

/**
 * The order that a body names by either of its names, `po_id` and `purchase_order_id`; undefined where it names none.
 * @throws DomainError VALIDATION_ERROR when it gives both and they differ
 */
export function orderOfBody(body: OrderNamed): OrderId | undefined {
  return namedOrder(body, invalid);
}

/**
 * The same of a list's parameters.
 * @throws DomainError BAD_REQUEST when both are given and differ
 */
export function orderOfQuery(query: OrderNamed): OrderId | undefined {
  return namedOrder(query, (fields) => new DomainError('BAD_REQUEST', { key: 'error.bad_request' }, { fields }));
}

function namedOrder(
  { po_id, purchase_order_id }: OrderNamed,
  refusal: (fields: FieldMessages) => DomainError,
): OrderId | undefined {
  if (po_id !== undefined && purchase_order_id !== undefined && po_id !== purchase_order_id) {
    throw refusal({ po_id: [{ key: 'invoice.orders_disagree' }] });
  }
  return purchase_order_id ?? po_id;
}
