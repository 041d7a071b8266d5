import type { Warning } from '../../../../common/warnings';

/** An invoice that may be the same as another one. */
export interface AlikeInvoice {
  readonly id: number;
  /** Its number is alike; its date and total are the same; or its number is alike and its vendor may be the same. */
  readonly kind: 'number' | 'total' | 'twin';
  /** The vendor's number, and the service's. */
  readonly number: string;
  readonly own: string;
  readonly vendor: string;
}

const TEXTS = {
  number: 'invoice.number_alike',
  total: 'invoice.possible_duplicate',
  twin: 'invoice.twin_vendor',
} as const;

/** Warns of each invoice that may be the same one; of one that is found for two reasons, for the first of them. */
export function alikeWarnings(alike: readonly AlikeInvoice[]): Warning[] {
  const once = alike.filter((one, at) => alike.findIndex(({ id }) => id === one.id) === at);
  return once.map(({ kind, number, own, vendor }) => ({
    code: 'DUPLICATE_SUSPECTED',
    text: { key: TEXTS[kind], params: { number, own, vendor } },
  }));
}

/** Warns of a vendor that is blocked: his invoice is recorded, and waits. */
export function blockedWarnings({ name }: { readonly name: string }, blocked: boolean): Warning[] {
  return blocked ? [{ code: 'VENDOR_BLOCKED', text: { key: 'vendor.blocked', params: { name } } }] : [];
}
