import type { Decimal, DecimalInput } from '../common/money';
import type { LineFacts } from './domain/progress';
import type { OrderLine } from './domain/lines';
import { priceOrder, type OrderTotals } from './domain/totals';
import type { PurchaseOrderItem } from './entities/purchase-order-item.entity';
import type { PricedLine } from './priced-line';

/** A stored line as the rules look at it. */
export function orderLine(item: PurchaseOrderItem): OrderLine {
  const { id, lineNumber, description, quantity, unit, unitPrice, vatRate } = item;
  return { id, lineNumber, description, quantity, unit, unitPrice, vatRate };
}

/** A stored line with what has been received and billed of it. */
export function lineFacts(
  item: PurchaseOrderItem,
  accepted: ReadonlyMap<number, Decimal>,
  billed: ReadonlyMap<number, Decimal>,
): LineFacts & { readonly unitPrice: DecimalInput; readonly vatRate: DecimalInput } {
  return {
    itemId: item.id,
    quantity: item.quantity,
    closedQuantity: item.closedQuantity,
    unitPrice: item.unitPrice,
    vatRate: item.vatRate,
    accepted: accepted.get(item.id) ?? 0,
    billed: billed.get(item.id) ?? 0,
  };
}

/** Lines with what each comes to, and the header over them. Throws VALIDATION_ERROR when the total is too large. */
export function pricedLines(
  lines: readonly OrderLine[],
  currency: string,
): { readonly lines: readonly PricedLine[]; readonly totals: OrderTotals } {
  const { lines: amounts, totals } = priceOrder(lines, currency);
  return { lines: lines.flatMap((line, index) => pair(line, amounts[index])), totals };
}

function pair(line: OrderLine, amounts: PricedLine['amounts'] | undefined): PricedLine[] {
  return amounts ? [{ line, amounts }] : [];
}
