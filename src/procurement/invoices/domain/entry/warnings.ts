import type { Warning } from '../../../../common/warnings';

export interface AlikeInvoice {
  readonly id: number;
  /** `number`: similar number. `total`: same date and total. `twin`: similar number and possibly the same vendor. */
  readonly kind: 'number' | 'total' | 'twin';
  /** `number`: the vendor's number. `own`: the service's number. */
  readonly number: string;
  readonly own: string;
  readonly vendor: string;
}

const TEXTS = {
  number: 'invoice.number_alike',
  total: 'invoice.possible_duplicate',
  twin: 'invoice.twin_vendor',
} as const;

/** One warning for each possible duplicate, for the first reason found. */
export function alikeWarnings(alike: readonly AlikeInvoice[]): Warning[] {
  const once = alike.filter((one, at) => alike.findIndex(({ id }) => id === one.id) === at);
  return once.map(({ kind, number, own, vendor }) => ({
    code: 'DUPLICATE_SUSPECTED',
    text: { key: TEXTS[kind], params: { number, own, vendor } },
  }));
}

/** Warns if the vendor is blocked. The invoice is recorded anyway but cannot become pending. */
export function blockedWarnings({ name }: { readonly name: string }, blocked: boolean): Warning[] {
  return blocked ? [{ code: 'VENDOR_BLOCKED', text: { key: 'vendor.blocked', params: { name } } }] : [];
}
