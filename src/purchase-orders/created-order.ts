import { toNumber } from '../common/money';
import type { DocumentRow } from '../documents';
import type { OrderTotals } from './domain/totals';
import type { IdsByLineNumber } from './order-items.repository';
import type { ItemRow } from './queries/order-rows';
import type { PricedLine } from './priced-line';
import type { NewOrder } from './purchase-orders.repository';

/** A new order as its creation knows it: nothing is read back. */
export interface CreatedOrder extends NewOrder {
  readonly id: number;
  readonly createdAt: Date;
  readonly subtotal: number;
  readonly vatAmount: number;
  readonly totalAmount: number;
  readonly items: readonly ItemRow[];
  readonly documents: readonly DocumentRow[];
}

/** Puts together what the answer to a create shows. */
export function createdOrder(
  header: NewOrder & { readonly id: number; readonly createdAt: Date },
  lines: readonly PricedLine[],
  itemIds: IdsByLineNumber,
  totals: OrderTotals,
  documents: readonly DocumentRow[],
): CreatedOrder {
  return {
    ...header,
    subtotal: toNumber(totals.subtotal),
    vatAmount: toNumber(totals.vat),
    totalAmount: toNumber(totals.total),
    items: lines.map((priced) => newItem(priced, itemIds)),
    documents,
  };
}

/** A line that was just written, as the read side would answer it. */
export function newItem({ line, amounts }: PricedLine, itemIds: IdsByLineNumber): ItemRow {
  return {
    id: line.id ?? itemIds.get(line.lineNumber) ?? 0,
    line_number: line.lineNumber,
    description: line.description,
    quantity: toNumber(line.quantity),
    unit: line.unit,
    unit_price: toNumber(line.unitPrice),
    vat_rate: toNumber(line.vatRate),
    net_amount: toNumber(amounts.net),
    vat_amount: toNumber(amounts.vat),
    total_amount: toNumber(amounts.total),
    closed_quantity: 0,
    received_quantity: 0,
    invoiced_quantity: 0,
  };
}
