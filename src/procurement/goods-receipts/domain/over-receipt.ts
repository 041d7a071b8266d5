import { DomainError, type FieldMessages, invalid } from '../../../common/errors';
import type { Decimal } from '../../../common/money';

/** A line of an order that is not closed. */
export interface ReceivableLine {
  readonly id: number;
  readonly lineNumber: number;
  readonly ordered: Decimal;
  /** Received less rejected and returned so far. */
  readonly accepted: Decimal;
}

export interface IncomingLine {
  readonly orderLineId: number;
  readonly received: Decimal;
  readonly rejected: Decimal;
}

export interface Delivery {
  /** Default: now. */
  readonly receivedAt?: Date;
  readonly deliveryNoteNumber: string | null;
  readonly notes: string | null;
  readonly lines: readonly (IncomingLine & { readonly rejectionReason: string | null })[];
}

/** A line above its limit; figures are exact decimals as text. */
interface Excess {
  readonly item_id: number;
  readonly line: number;
  readonly ordered: string;
  readonly accepted: string;
  readonly received: string;
  readonly limit: string;
  readonly over_receipt_pct: string;
}

/**
 * Rejects unknown and repeated lines, and more rejected than received quantity.
 * @throws DomainError VALIDATION_ERROR on each invalid field
 */
export function checkIncomingLines(lines: readonly IncomingLine[], orderLines: readonly ReceivableLine[]): void {
  const known = new Set(orderLines.map(({ id }) => id));
  const seen = new Set<number>();
  const fields: Record<string, FieldMessages[string]> = {};
  lines.forEach(({ orderLineId, received, rejected }, position) => {
    const path = `lines.${position}`;
    if (!known.has(orderLineId)) fields[`${path}.item_id`] = [{ key: 'validation.exists' }];
    else if (seen.has(orderLineId)) fields[`${path}.item_id`] = [{ key: 'validation.array_unique' }];
    if (rejected.gt(received)) {
      fields[`${path}.quantity_rejected`] = [{ key: 'validation.max', params: { max: received.toFixed() } }];
    }
    seen.add(orderLineId);
  });
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

/**
 * Rejects a delivery above the limit: accepted plus received quantity must be at most ordered x (1 + pct / 100).
 * Rejected or returned goods can be replaced, but a delivery cannot exceed the open quantity even if a part is
 * rejected.
 * @param overReceiptPct percent, inclusive
 * @throws DomainError OVER_RECEIPT for the first such line, with all of them in `details.lines`
 */
export function checkOverReceipt(
  lines: readonly IncomingLine[],
  orderLines: readonly ReceivableLine[],
  overReceiptPct: Decimal,
): void {
  const byId = new Map(orderLines.map((line) => [line.id, line]));
  const excesses = lines.flatMap(({ orderLineId, received }) => {
    const line = byId.get(orderLineId);
    return line ? excessOf(line, received, overReceiptPct) : [];
  });
  const [first] = excesses;
  if (!first) return;
  const { line, limit, accepted, received, ordered, over_receipt_pct } = first;
  throw new DomainError(
    'OVER_RECEIPT',
    { key: 'receipt.over_receipt', params: { line, limit, accepted, received, ordered, pct: over_receipt_pct } },
    { details: { lines: excesses } },
  );
}

/** Maximum accepted quantity of an order line. */
export function receiptLimit(ordered: Decimal, overReceiptPct: Decimal): Decimal {
  return ordered.plus(ordered.times(overReceiptPct).div(100));
}

function excessOf(line: ReceivableLine, received: Decimal, pct: Decimal): Excess[] {
  const limit = receiptLimit(line.ordered, pct);
  if (line.accepted.plus(received).lte(limit)) return [];
  return [
    {
      item_id: line.id,
      line: line.lineNumber,
      ordered: line.ordered.toFixed(),
      accepted: line.accepted.toFixed(),
      received: received.toFixed(),
      limit: limit.toFixed(),
      over_receipt_pct: pct.toFixed(),
    },
  ];
}
