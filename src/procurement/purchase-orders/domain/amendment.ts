import { DomainError, invalid, invalidField, type Message } from '../../../common/errors';
import { next, type LifecycleTable } from '../../../common/records/lifecycle';
import { max, toNumber } from '../../../common/money';
import type { LineChange, OrderLine } from './lines';
import type { LineProgress } from './progress';

/** Statuses of an amendment. Until it is applied, its order stays approved and usable. */
export const AMENDMENT_STATUSES = ['pending', 'applied', 'rejected', 'cancelled'] as const;
export type AmendmentStatus = (typeof AMENDMENT_STATUSES)[number];
export type AmendmentAction = 'approve_step' | 'approve' | 'reject' | 'cancel';

/** An amendment that needs no approval goes from `pending` to `applied` in the transaction that creates it. */
export const AMENDMENT_LIFECYCLE: LifecycleTable<AmendmentStatus, AmendmentAction> = {
  approve_step: { pending: 'pending' },
  approve: { pending: 'applied' },
  reject: { pending: 'rejected' },
  cancel: { pending: 'cancelled' },
};

/** The requested changes. They are saved with the amendment, and applied when it is approved. */
export interface AmendmentChanges {
  readonly items: readonly LineChange[];
  /** `YYYY-MM-DD`; null clears it. */
  readonly expectedDeliveryDate?: string | null;
  readonly notes?: string | null;
}

/** @throws DomainError INVALID_STATUS */
export function nextAmendmentStatus(from: AmendmentStatus, action: AmendmentAction): AmendmentStatus {
  return next(AMENDMENT_LIFECYCLE, from, action);
}

/** The parts of an order that an amendment can change. */
export interface AmendableTerms {
  readonly lines: readonly OrderLine[];
  /** `YYYY-MM-DD`. */
  readonly expectedDeliveryDate: string | null;
}

/**
 * Whether no approver of the order could object: lower quantities or unit prices of existing lines, a later or first
 * delivery day, notes. Every other change needs a new decision even if the total falls, because the approvers did not
 * agree to other goods for the same money.
 */
export function appliesAtOnce(before: AmendableTerms, after: AmendableTerms): boolean {
  const lines = new Map(before.lines.map((line) => [line.id, line]));
  return isNoEarlier(before, after) && after.lines.every((line) => isNoMore(lines.get(line.id), line));
}

function isNoEarlier({ expectedDeliveryDate: before }: AmendableTerms, after: AmendableTerms): boolean {
  return before === null || (after.expectedDeliveryDate !== null && after.expectedDeliveryDate >= before);
}

function isNoMore(before: OrderLine | undefined, after: OrderLine): boolean {
  return (
    before !== undefined &&
    after.description === before.description &&
    after.unit === before.unit &&
    after.vatRate.eq(before.vatRate) &&
    after.quantity.lte(before.quantity) &&
    after.unitPrice.lte(before.unitPrice)
  );
}

/** @throws DomainError VALIDATION_ERROR on `items` for an amendment that changes nothing */
export function requireChange(changes: { readonly items: readonly unknown[] } & object): void {
  const { items, ...rest } = changes;
  if (items.length === 0 && Object.keys(rest).length === 0) {
    throw invalidField('items', 'purchase_order.nothing_to_amend');
  }
}

/** @throws DomainError INVALID_STATUS if the order has a pending amendment */
export function requireNoneOpen(open: boolean): void {
  if (!open) return;
  throw new DomainError('INVALID_STATUS', { key: 'purchase_order.amendment_open' }, { details: { status: 'pending' } });
}

/**
 * Rejects lines that fall below their received or billed quantity.
 * @param fieldOf the request field of the line with this id, for example `items.0.quantity`
 * @throws DomainError VALIDATION_ERROR on each such line
 */
export function requireAboveProgress(
  lines: readonly OrderLine[],
  progress: readonly LineProgress[],
  fieldOf: (itemId: number) => string,
): void {
  const floors = new Map(progress.map((line) => [line.itemId, max(line.received, line.invoiced)]));
  const faults: Record<string, Message[]> = {};
  for (const line of lines) {
    const floor = line.id === null ? undefined : floors.get(line.id);
    if (line.id === null || floor === undefined || line.quantity.gte(floor)) continue;
    faults[fieldOf(line.id)] = [{ key: 'purchase_order.below_progress', params: { min: toNumber(floor) } }];
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
}
