import { amountText, type Decimal, quantityText } from '../../../../common/money';
import type { Message } from '../../../../common/errors';
import type { InvoiceFacts, OrderFacts } from './facts';
import { allowanceOn, type LineFault, type LineMatch, type Tolerances } from './line-match';
import type { TotalsDifference } from '../entry/totals';

export const REASON_CODES = [
  'NO_PO',
  'ORDER_NOT_APPROVED',
  'ORDER_DISAGREES',
  'TOTALS_MISMATCH',
  'UNMATCHED',
  'PRICE_OVER',
  'VAT_OVER',
  'QTY_OVER_ORDERED',
  'NOT_RECEIVED',
  'QTY_OVER_RECEIVED',
  'PRICE_UNDER',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

/**
 * One reason, with the line, the expected and actual figure and the tolerance. Figures are exact decimals as text;
 * money has at least the decimals of the currency.
 */
export interface MatchReason {
  readonly code: ReasonCode;
  /** Line number; absent if the reason concerns the whole invoice. */
  readonly line?: number;
  readonly poLineId?: number;
  readonly figure?: TotalsDifference['figure'];
  readonly expected?: string;
  readonly actual?: string;
  readonly tolerance?: string;
}

export function reasonMessage({ code, line, figure, expected, actual, tolerance }: MatchReason): Message {
  return {
    key: `match.${code.toLowerCase() as Lowercase<ReasonCode>}`,
    params: {
      ...(line !== undefined && { line }),
      ...(figure !== undefined && { figure }),
      ...(expected !== undefined && { expected }),
      ...(actual !== undefined && { actual }),
      ...(tolerance !== undefined && { tolerance }),
    },
  };
}

/**
 * Reasons why this invoice cannot bill the order at all: the order is not approved, or its vendor or currency differs
 * because the order was changed as a draft.
 */
export function orderReasons(invoice: InvoiceFacts, order: OrderFacts): MatchReason[] {
  const agrees = invoice.vendorId === order.vendorId && invoice.currency === order.currency;
  return [
    ...(order.billable ? [] : [{ code: 'ORDER_NOT_APPROVED' as const }]),
    ...(agrees ? [] : [{ code: 'ORDER_DISAGREES' as const }]),
  ];
}

export function totalsReason({ figure, expected, actual, allowance }: TotalsDifference, currency: string): MatchReason {
  return {
    code: 'TOTALS_MISMATCH',
    figure,
    expected: amountText(expected, currency),
    actual: amountText(actual, currency),
    tolerance: amountText(allowance, currency),
  };
}

interface Context {
  readonly tolerances: Tolerances;
  readonly currency: string;
}

/** Quantity faults of an order line are reported once, on the first invoice line that bills it. */
export function lineReasons(lines: readonly LineMatch[], context: Context): MatchReason[] {
  const reported = new Set<string>();
  return lines.flatMap((match) =>
    match.faults
      .filter((fault) => !isOfOrderLine(fault) || isNew(reported, `${fault} ${match.billed?.line.id}`))
      .map((fault) => ({
        code: fault.toUpperCase() as Uppercase<LineFault>,
        line: match.line.lineNumber,
        ...(match.billed && { poLineId: match.billed.line.id, ...FIGURES[fault](match, match.billed, context) }),
      })),
  );
}

type Figures = Pick<MatchReason, 'expected' | 'actual' | 'tolerance'>;
type FiguresOf = (match: LineMatch, billed: NonNullable<LineMatch['billed']>, context: Context) => Figures;

const FIGURES: Readonly<Record<LineFault, FiguresOf>> = {
  unmatched: () => ({}),
  price_over: priceFigures,
  price_under: priceFigures,
  vat_over: ({ line }, billed) => quantities(billed.line.vatRate, line.vatRate),
  qty_over_ordered: (_, { line, before, quantity }, { tolerances }) =>
    quantities(line.ordered, before.plus(quantity), allowanceOn(line.ordered, tolerances.quantity)),
  not_received: receivedFigures,
  qty_over_received: receivedFigures,
};

function priceFigures(
  { line }: LineMatch,
  billed: NonNullable<LineMatch['billed']>,
  { tolerances, currency }: Context,
): Figures {
  const ordered = billed.line.unitPrice;
  return {
    expected: amountText(ordered, currency),
    actual: amountText(line.unitPrice, currency),
    tolerance: amountText(allowanceOn(ordered, tolerances.price), currency),
  };
}

function receivedFigures(_: LineMatch, billed: NonNullable<LineMatch['billed']>, { tolerances }: Context): Figures {
  const { line, before, quantity } = billed;
  return quantities(line.accepted, before.plus(quantity), allowanceOn(line.accepted, tolerances.quantity));
}

function quantities(expected: Decimal, actual: Decimal, tolerance?: Decimal): Figures {
  return {
    expected: quantityText(expected),
    actual: quantityText(actual),
    ...(tolerance && { tolerance: quantityText(tolerance) }),
  };
}

function isOfOrderLine(fault: LineFault): boolean {
  return fault === 'qty_over_ordered' || fault === 'not_received' || fault === 'qty_over_received';
}

function isNew(reported: Set<string>, key: string): boolean {
  if (reported.has(key)) return false;
  reported.add(key);
  return true;
}
