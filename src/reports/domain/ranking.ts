import { decimal } from '../../common/money';
import type { Spending } from './spending';

/** A vendor's figures in one currency, or those of all vendors together. */
export interface Ranked extends Spending {
  readonly part: 'row' | 'total';
  readonly paid_count: number;
  /** Of a vendor: whether no other can belong among those of its currency. */
  readonly certain: boolean;
}

/**
 * Whether the vendors of one currency that were found are those that were wanted: they are the largest for certain, or
 * every order, invoice and payment that was counted is theirs.
 * @param rows the vendors, and the total
 */
export function isComplete(rows: readonly Ranked[]): boolean {
  const vendors = rows.filter(({ part }) => part === 'row');
  if (vendors.some(({ certain }) => certain)) return true;
  const total = rows.find(({ part }) => part === 'total');
  return COUNTS.every((count) => vendors.reduce((sum, row) => sum + row[count], 0) === (total?.[count] ?? 0));
}

/** Whether anything was ordered, invoiced or paid. */
export function isSomething(row: Ranked): boolean {
  return COUNTS.some((count) => row[count] !== 0) || AMOUNTS.some((amount) => !decimal(row[amount]).eq(0));
}

const COUNTS = ['po_count', 'invoice_count', 'paid_count'] as const;
const AMOUNTS = ['po_total', 'invoiced_total', 'paid_total'] as const;
