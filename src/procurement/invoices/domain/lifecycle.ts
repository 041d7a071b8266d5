import { type LifecycleTable, next } from '../../../common/records/lifecycle';

/** Every status an invoice can have. */
export const INVOICE_STATUSES = ['draft', 'submitted', 'pending', 'approved', 'paid', 'cancelled'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/**
 * Everything that can move an invoice. `match_approvable` and `match_not_approvable` are said by the match itself, the
 * rest by a caller.
 */
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
 * The legal moves. `approve_step` is a step that is not the last. `pay` leaves something due, `settle` leaves nothing due; `credit`
 * is a credit note, `cancel_credit` cancels one; `reverse` takes a payment back, after which a paid invoice may `fall_due` again, as after `cancel_credit`.
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

/** Statuses in which the match is kept up to date: the invoice waits, and its result may still change. */
export const OPEN_STATUSES = ['submitted', 'pending'] as const satisfies readonly InvoiceStatus[];

/** Statuses in which an invoice's quantities count as billed for good. */
export const BILLED_STATUSES = ['approved', 'paid'] as const satisfies readonly InvoiceStatus[];

/**
 * Where the action leads.
 * @throws DomainError INVALID_STATUS, naming the statuses that would allow it
 */
export function nextStatus(from: InvoiceStatus, action: InvoiceAction): InvoiceStatus {
  return next(INVOICE_LIFECYCLE, from, action);
}

/** Whether the invoice waits, submitted but not decided. */
export function isOpen(status: InvoiceStatus): boolean {
  return OPEN_STATUSES.some((open) => open === status);
}

/** Where a waiting invoice stands after a match: pending while the result is approvable, else submitted. */
export function statusAfterMatch(from: InvoiceStatus, approvable: boolean): InvoiceStatus {
  if (from === 'submitted' && approvable) return nextStatus(from, 'match_approvable');
  if (from === 'pending' && !approvable) return nextStatus(from, 'match_not_approvable');
  return from;
}
