import { type Decimal, ZERO } from '../../../common/money';
import { type BudgetAmounts, NO_AMOUNTS, plus } from './amounts';

/** Kinds of movement in a budget's ledger. */
export const MOVEMENT_TYPES = ['reserve', 'release', 'commit', 'relieve', 'amend', 'spend', 'credit', 'pay'] as const;
export type MovementType = (typeof MOVEMENT_TYPES)[number];

/** One movement before it has a budget and a document: its kind, and what it changes. */
export interface Posting {
  readonly type: MovementType;
  readonly change: BudgetAmounts;
}

/** Why an order's commitment is set anew. */
export type CommitmentCause = 'amendment' | 'cancel' | 'close' | 'fulfilment';

/** Submit: the total is reserved. */
export function reservation(total: Decimal): Posting[] {
  return posting('reserve', { reserved: total });
}

/** Reject, cancel: what is still reserved is released. */
export function release(reserved: Decimal): Posting[] {
  return posting('release', { reserved: ZERO.minus(reserved) });
}

/** Final approve: the reservation is released and the total committed. */
export function commitment(reserved: Decimal, total: Decimal): Posting[] {
  return [...release(reserved), ...posting('commit', { committed: total })];
}

/**
 * The order binds `to` instead of `from`: the difference. An amendment says so whichever way it goes; otherwise less is
 * relieved, and more (a return, a line credit, a voided invoice re-opens a line) is committed again.
 */
export function adjustment(from: Decimal, to: Decimal, cause: CommitmentCause): Posting[] {
  const difference = to.minus(from);
  if (cause === 'amendment') return posting('amend', { committed: difference });
  return posting(difference.lt(0) ? 'relieve' : 'commit', { committed: difference });
}

/** An invoice is approved: its header total is spent. */
export function spending(amount: Decimal): Posting[] {
  return posting('spend', { spent: amount });
}

/** An invoice is voided or credited: that much is no longer spent. */
export function takingBack(amount: Decimal): Posting[] {
  return posting('credit', { spent: ZERO.minus(amount) });
}

/** An invoice is paid; a refund is negative. */
export function payment(amount: Decimal): Posting[] {
  return posting('pay', { paid: amount });
}

/** The sum of what postings change. */
export function netChange(postings: readonly Posting[]): BudgetAmounts {
  return postings.reduce((sum, { change }) => plus(sum, change), NO_AMOUNTS);
}

/** Nothing is written down that changes nothing. */
function posting(type: MovementType, change: Partial<BudgetAmounts>): Posting[] {
  const changes = Object.values(change).some((amount) => !amount.eq(0));
  return changes ? [{ type, change: { ...NO_AMOUNTS, ...change } }] : [];
}
