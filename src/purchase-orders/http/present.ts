import { toNumber } from '../../common/money';
import { Out } from '../../http';
import { lineProgress } from '../domain/progress';
import type { ItemRow } from '../queries/order-rows';

/** A line of an order under Form A's names, which the answer to a create shows in both forms. */
export class ItemOut {
  @Out.id() id: number;
  @Out.integer({ example: 1 }) line_number: number;
  @Out.text({ example: 'A4 paper, 80 g' }) description: string;
  @Out.number({ example: 10 }) quantity: number;
  @Out.text({ nullable: true, example: 'box' }) unit: string | null;
  @Out.number({ example: 25.5 }) unit_price: number;
  @Out.number({ description: 'Percent.', example: 15 }) vat_rate: number;
  @Out.amount({ example: 38.25 }) vat_amount: number;
  @Out.amount({ description: 'VAT included.', example: 293.25 }) total: number;
  @Out.number({ description: 'Accepted less returned.', example: 0 }) received_quantity: number;
  @Out.number({ description: 'On approved invoices, less line credits.', example: 0 }) invoiced_quantity: number;
  @Out.number({ description: 'Still to be billed.', example: 10 }) open_quantity: number;
}

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
