import { type Decimal, ZERO } from '../../../../common/money';
import { type BudgetAmounts, NO_AMOUNTS, plus } from './amounts';

/** Kinds of movement in a budget's ledger. */
export const MOVEMENT_TYPES = [
  'reserve',
  'release',
  'commit',
  'relieve',
  'amend',
  'spend',
  'credit',
  'pay',
  'carry',
] as const;
export type MovementType = (typeof MOVEMENT_TYPES)[number];

/** A movement without its budget and document: its type, and what it adds to each amount. */
export interface Posting {
  readonly type: MovementType;
  readonly change: BudgetAmounts;
}

/** Why an order's commitment changes. */
export type CommitmentCause = 'amendment' | 'cancel' | 'close' | 'reopen' | 'fulfilment';

/** The posting of a submit: reserves the total. */
export function reservation(total: Decimal): Posting[] {
  return posting('reserve', { reserved: total });
}

/** The posting of a reject or cancel: releases what is still reserved. */
export function release(reserved: Decimal): Posting[] {
  return posting('release', { reserved: ZERO.minus(reserved) });
}

/** The postings of the last approve: releases the reservation and commits the total. */
export function commitment(reserved: Decimal, total: Decimal): Posting[] {
  return [...release(reserved), ...posting('commit', { committed: total })];
}

/**
 * The posting when an order binds the amount `to` instead of `from`: their difference, as `amend` for an amendment. For other
 * causes a decrease is `relieve`, and an increase `commit`: a return, a line credit or a voided invoice re-opens a line, or a
 * person reopens the order.
 */
export function adjustment(from: Decimal, to: Decimal, cause: CommitmentCause): Posting[] {
  const difference = to.minus(from);
  if (cause === 'amendment') return posting('amend', { committed: difference });
  return posting(difference.lt(0) ? 'relieve' : 'commit', { committed: difference });
}

/** The posting of an invoice's approval: spends its header total. */
export function spending(amount: Decimal): Posting[] {
  return posting('spend', { spent: amount });
}

/** The posting of a void or credit: the amount is no longer spent. */
export function takingBack(amount: Decimal): Posting[] {
  return posting('credit', { spent: ZERO.minus(amount) });
}

/** The posting of a cancelled credit: the amount is spent again. */
export function restoring(amount: Decimal): Posting[] {
  return posting('credit', { spent: amount });
}

/** The posting of a payment; the amount of a refund is negative. */
export function payment(amount: Decimal): Posting[] {
  return posting('pay', { paid: amount });
}

/** What an order holds of a budget, and has not spent yet. */
export type HeldAmounts = Pick<BudgetAmounts, 'reserved' | 'committed'>;

/** The postings of a carry-forward: what an order holds leaves one budget and enters another. What it spent stays. */
export function carrying({ reserved, committed }: HeldAmounts): {
  readonly leaving: Posting[];
  readonly entering: Posting[];
} {
  return {
    leaving: posting('carry', { reserved: ZERO.minus(reserved), committed: ZERO.minus(committed) }),
    entering: posting('carry', { reserved, committed }),
  };
}

/** The sum of the changes of postings. */
export function netChange(postings: readonly Posting[]): BudgetAmounts {
  return postings.reduce((sum, { change }) => plus(sum, change), NO_AMOUNTS);
}

/** A posting; none where it would change nothing. */
function posting(type: MovementType, change: Partial<BudgetAmounts>): Posting[] {
  const changes = Object.values(change).some((amount) => !amount.eq(0));
  return changes ? [{ type, change: { ...NO_AMOUNTS, ...change } }] : [];
}
