import { type LifecycleTable, next } from '../../../common/records/lifecycle';

export const INVOICE_STATUSES = ['draft', 'submitted', 'pending', 'approved', 'paid', 'cancelled'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** The match triggers `match_approvable` and `match_not_approvable`; callers trigger the others. */
export const INVOICE_ACTIONS = [
  'submit',
  'match_approvable',
  'match_not_approvable',
  'update',
  'withdraw',
  'approve',
  'approve_step',
  'reject',
  'pay',
  'settle',
  'refund',
  'reverse',
  'fall_due',
  'credit',
  'cancel_credit',
  'void',
] as const;
export type InvoiceAction = (typeof INVOICE_ACTIONS)[number];

/**
 * `approve_step`: before the last step. `pay` leaves an amount due, `settle` leaves none. `fall_due` follows `reverse`
 * or `cancel_credit` if an amount is due on a paid invoice.
 */
export const INVOICE_LIFECYCLE: LifecycleTable<InvoiceStatus, InvoiceAction> = {
  submit: { draft: 'submitted' },
  match_approvable: { submitted: 'pending' },
  match_not_approvable: { pending: 'submitted' },
  update: { draft: 'draft', submitted: 'submitted', pending: 'pending' },
  withdraw: { submitted: 'draft', pending: 'draft' },
  approve: { draft: 'approved', submitted: 'approved', pending: 'approved' },
  approve_step: { draft: 'pending', submitted: 'pending', pending: 'pending' },
  reject: { draft: 'cancelled', submitted: 'cancelled', pending: 'cancelled' },
  pay: { approved: 'approved' },
  settle: { approved: 'paid' },
  refund: { approved: 'approved', paid: 'paid' },
  reverse: { approved: 'approved', paid: 'paid' },
  fall_due: { paid: 'approved' },
  credit: { approved: 'approved', paid: 'paid' },
  cancel_credit: { approved: 'approved', paid: 'paid' },
  void: { approved: 'cancelled' },
};

/** Statuses before the decision. Matching updates the result of these invoices. */
export const OPEN_STATUSES = ['submitted', 'pending'] as const satisfies readonly InvoiceStatus[];

/** Statuses whose quantities count as billed. */
export const BILLED_STATUSES = ['approved', 'paid'] as const satisfies readonly InvoiceStatus[];

/** @throws DomainError INVALID_STATUS with the allowed statuses */
export function nextStatus(from: InvoiceStatus, action: InvoiceAction): InvoiceStatus {
  return next(INVOICE_LIFECYCLE, from, action);
}

export function isOpen(status: InvoiceStatus): boolean {
  return OPEN_STATUSES.some((open) => open === status);
}

/** The status of an open invoice after a match: pending if the result is approvable, else submitted. */
export function statusAfterMatch(from: InvoiceStatus, approvable: boolean): InvoiceStatus {
  if (from === 'submitted' && approvable) return nextStatus(from, 'match_approvable');
  if (from === 'pending' && !approvable) return nextStatus(from, 'match_not_approvable');
  return from;
}
