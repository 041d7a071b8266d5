import { type FieldMessages, invalid } from '../../common/errors';
import type { Decimal } from '../../common/money';
import { netReceived, type ReceivedLine } from './net-received';

/** Goods to be sent back. */
export interface ReturnedLine {
  readonly orderLineId: number;
  readonly quantity: Decimal;
}

/**
 * Refuses to send back what is not there: a line that is not the receipt's, one named twice, or more than was accepted
 * and not yet returned.
 * @throws DomainError VALIDATION_ERROR on each faulty field
 */
export function checkReturn(lines: readonly ReturnedLine[], receiptLines: readonly ReceivedLine[]): void {
  const byOrderLine = new Map(receiptLines.map((line) => [line.orderLineId, line]));
  const seen = new Set<number>();
  const fields: Record<string, FieldMessages[string]> = {};
  lines.forEach(({ orderLineId, quantity }, position) => {
    const line = byOrderLine.get(orderLineId);
    const path = `lines.${position}`;
    if (!line) fields[`${path}.item_id`] = [{ key: 'validation.exists' }];
    else if (seen.has(orderLineId)) fields[`${path}.item_id`] = [{ key: 'validation.array_unique' }];
    else if (quantity.gt(netReceived(line))) {
      fields[`${path}.quantity`] = [{ key: 'validation.max', params: { max: netReceived(line).toFixed() } }];
    }
    seen.add(orderLineId);
  });
  if (Object.keys(fields).length > 0) throw invalid(fields);
}
