import type { LifecycleTable } from '../../common/records/lifecycle';

/** A receipt is posted or cancelled, never edited. */
export const RECEIPT_STATUSES = ['posted', 'cancelled'] as const;
export type ReceiptStatus = (typeof RECEIPT_STATUSES)[number];

/** What can be done with one: goods sent back leave it posted. */
export const RECEIPT_LIFECYCLE: LifecycleTable<ReceiptStatus, 'cancel' | 'return'> = {
  cancel: { posted: 'cancelled' },
  return: { posted: 'posted' },
};
