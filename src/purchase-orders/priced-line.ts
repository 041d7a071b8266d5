import type { LineAmounts } from '../common/money';
import type { OrderLine } from './domain/lines';

/** A line with what it comes to. */
export interface PricedLine {
  readonly line: OrderLine;
  readonly amounts: LineAmounts;
}

/** Columns of {@link linesJson} for `jsonb_to_recordset`. */
export const LINE_COLUMNS = `id bigint, line_number int, description text, quantity numeric, unit text,
  unit_price numeric, vat_rate numeric, net_amount numeric, vat_amount numeric, total_amount numeric`;

/** Lines as one value of a statement: decimals go as text, so that none passes through a float. */
export function linesJson(lines: readonly PricedLine[]): string {
  return JSON.stringify(
    lines.map(({ line, amounts }) => ({
      id: line.id,
      line_number: line.lineNumber,
      description: line.description,
      quantity: line.quantity.toFixed(),
      unit: line.unit,
      unit_price: line.unitPrice.toFixed(),
      vat_rate: line.vatRate.toFixed(),
      net_amount: amounts.net.toFixed(),
      vat_amount: amounts.vat.toFixed(),
      total_amount: amounts.total.toFixed(),
    })),
  );
}
