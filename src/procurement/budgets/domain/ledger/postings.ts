import { type Decimal, ZERO } from '../../../../common/money';
import { type BudgetAmounts, NO_AMOUNTS, plus } from './amounts';

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

/** A movement without budget and document. */
export interface Posting {
  readonly type: MovementType;
  readonly change: BudgetAmounts;
}

export type CommitmentCause = 'amendment' | 'cancel' | 'close' | 'reopen' | 'fulfilment';

export function reservation(total: Decimal): Posting[] {
  return posting('reserve', { reserved: total });
}

/** On reject, withdraw or cancel. */
export function release(reserved: Decimal): Posting[] {
  return posting('release', { reserved: ZERO.minus(reserved) });
}

/** On the last approval. */
export function commitment(reserved: Decimal, total: Decimal): Posting[] {
  return [...release(reserved), ...posting('commit', { committed: total })];
}

/**
 * Posts the change of a commitment. An amendment posts `amend`. Other causes post `relieve` for a decrease and `commit`
 * for an increase, for example after a return, a line credit, a voided invoice or a reopen.
 */
export function adjustment(from: Decimal, to: Decimal, cause: CommitmentCause): Posting[] {
  const difference = to.minus(from);
  if (cause === 'amendment') return posting('amend', { committed: difference });
  return posting(difference.lt(0) ? 'relieve' : 'commit', { committed: difference });
}

/** On approval of an invoice, with its header total. */
export function spending(amount: Decimal): Posting[] {
  return posting('spend', { spent: amount });
}

/** On a void or credit. */
export function reversal(amount: Decimal): Posting[] {
  return posting('credit', { spent: ZERO.minus(amount) });
}

/** On the cancel of a credit. */
export function restoring(amount: Decimal): Posting[] {
  return posting('credit', { spent: amount });
}

/** A refund is negative. */
export function payment(amount: Decimal): Posting[] {
  return posting('pay', { paid: amount });
}

/** Amounts of an order in a budget, without its spent part. */
export type ReservedAndCommitted = Pick<BudgetAmounts, 'reserved' | 'committed'>;

/** Moves the amounts of an order from one budget to another. Its spent part stays. */
export function carrying({ reserved, committed }: ReservedAndCommitted): {
  readonly leaving: Posting[];
  readonly entering: Posting[];
} {
  return {
    leaving: posting('carry', { reserved: ZERO.minus(reserved), committed: ZERO.minus(committed) }),
    entering: posting('carry', { reserved, committed }),
  };
}

export function netChange(postings: readonly Posting[]): BudgetAmounts {
  return postings.reduce((sum, { change }) => plus(sum, change), NO_AMOUNTS);
}

/** Empty if nothing changes. */
function posting(type: MovementType, change: Partial<BudgetAmounts>): Posting[] {
  const changes = Object.values(change).some((amount) => !amount.eq(0));
  return changes ? [{ type, change: { ...NO_AMOUNTS, ...change } }] : [];
}
