import { decimal } from '../../common/money';
import type { Spending } from './spending';

/** What one vendor was ordered, invoiced and paid in one currency (`row`), or what all vendors together were (`total`). */
export interface Ranked extends Spending {
  readonly part: 'row' | 'total';
  readonly paid_count: number;
  /** Of a row: no vendor that was left out can be larger than the rows of this currency. */
  readonly certain: boolean;
}

/**
 * Whether the rows of one currency are the largest vendors: the query was certain of it, or the rows hold every order,
 * invoice and payment of the total, so that no vendor was left out.
 * @param rows of one currency, the total among them
 */
export function isComplete(rows: readonly Ranked[]): boolean {
  const vendors = rows.filter(({ part }) => part === 'row');
  if (vendors.some(({ certain }) => certain)) return true;
  const total = rows.find(({ part }) => part === 'total');
  return COUNTS.every((count) => vendors.reduce((sum, row) => sum + row[count], 0) === (total?.[count] ?? 0));
}

/** Whether anything was ordered, invoiced or paid: a count or an amount that is not zero. */
export function isSomething(row: Ranked): boolean {
  return COUNTS.some((count) => row[count] !== 0) || AMOUNTS.some((amount) => !decimal(row[amount]).eq(0));
}

const COUNTS = ['po_count', 'invoice_count', 'paid_count'] as const;
const AMOUNTS = ['po_total', 'invoiced_total', 'paid_total'] as const;
