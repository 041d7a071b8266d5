import { DomainError, invalid, invalidField, type Message } from '../../../common/errors';
import { next, type LifecycleTable } from '../../../common/records/lifecycle';
import { max, toNumber } from '../../../common/money';
import type { LineChange, OrderLine } from './lines';
import type { LineProgress } from './progress';

/** States of an amendment; the order beside it stays approved and usable under its old version. */
export const AMENDMENT_STATUSES = ['pending', 'applied', 'rejected', 'cancelled'] as const;
export type AmendmentStatus = (typeof AMENDMENT_STATUSES)[number];
export type AmendmentAction = 'approve_step' | 'approve' | 'reject' | 'cancel';

/** The lifecycle of an amendment that has to be approved. One that need not be is applied as it is made. */
export const AMENDMENT_LIFECYCLE: LifecycleTable<AmendmentStatus, AmendmentAction> = {
  approve_step: { pending: 'pending' },
  approve: { pending: 'applied' },
  reject: { pending: 'rejected' },
  cancel: { pending: 'cancelled' },
};

/** What an amendment changes, in the rules' words; kept with it, so that it can be applied when it is approved. */
export interface AmendmentChanges {
  readonly items: readonly LineChange[];
  /** `YYYY-MM-DD`; null clears it. */
  readonly expectedDeliveryDate?: string | null;
  readonly notes?: string | null;
}

/**
 * The status an action leads to.
 * @throws DomainError INVALID_STATUS
 */
export function nextAmendmentStatus(from: AmendmentStatus, action: AmendmentAction): AmendmentStatus {
  return next(AMENDMENT_LIFECYCLE, from, action);
}

/** What an order says that an amendment can change. */
export interface AmendableTerms {
  readonly lines: readonly OrderLine[];
  /** `YYYY-MM-DD`. */
  readonly expectedDeliveryDate: string | null;
}

/**
 * Whether an amendment changes only what nobody who approved the order could mind: a lower quantity or unit price of a line
 * that is there, a later day of delivery or the first one, and notes. All else is decided again, whatever the total does:
 * something else bought for the same money was approved by nobody.
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

/**
 * An amendment changes something.
 * @throws DomainError VALIDATION_ERROR on `items` when it changes nothing
 */
export function requireChange(changes: { readonly items: readonly unknown[] } & object): void {
  const { items, ...rest } = changes;
  if (items.length === 0 && Object.keys(rest).length === 0) {
    throw invalidField('items', 'purchase_order.nothing_to_amend');
  }
}

/**
 * One amendment of an order at a time.
 * @throws DomainError INVALID_STATUS when one is open
 */
export function requireNoneOpen(open: boolean): void {
  if (!open) return;
  throw new DomainError('INVALID_STATUS', { key: 'purchase_order.amendment_open' }, { details: { status: 'pending' } });
}

/**
 * No line may shrink below what is received or billed of it.
 * @param fieldOf where in the request a line of this id stands, e.g. `items.0.quantity`
 * @throws DomainError VALIDATION_ERROR naming each line that would
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
