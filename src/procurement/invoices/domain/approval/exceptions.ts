import type { Message } from '../../../../common/errors';
import type { WithoutOrderRule } from '../../../../common/settings';
import type { MatchReason, ReasonCode } from '../matching/reasons';

/** The next step that would let an open invoice proceed. */
export const STEP_NAMES = [
  'approve_order',
  'name_order_line',
  'correct_totals',
  'correct_price',
  'correct_vat',
  'reduce_quantity',
  'post_goods_receipt',
  'confirm_price',
  'finance_decision',
  'reject',
  'unblock_vendor',
  'check_duplicate',
  'verify_bank_details',
  'add_budget',
  'decide',
] as const;
export type Step = (typeof STEP_NAMES)[number];

/** In order of priority: a receipt does not help while the price is wrong. */
const STEPS: readonly (readonly [ReasonCode, Step])[] = [
  ['ORDER_DISAGREES', 'reject'],
  ['ORDER_NOT_APPROVED', 'approve_order'],
  ['UNMATCHED', 'name_order_line'],
  ['TOTALS_MISMATCH', 'correct_totals'],
  ['PRICE_OVER', 'correct_price'],
  ['VAT_OVER', 'correct_vat'],
  ['QTY_OVER_ORDERED', 'reduce_quantity'],
  ['NOT_RECEIVED', 'post_goods_receipt'],
  ['QTY_OVER_RECEIVED', 'post_goods_receipt'],
  ['PRICE_UNDER', 'confirm_price'],
];

const STEP_OF_WARNING: Readonly<Record<string, Step>> = {
  DUPLICATE_SUSPECTED: 'check_duplicate',
  BANK_DETAILS_UNVERIFIED: 'verify_bank_details',
  NO_BUDGET: 'add_budget',
};

export interface PendingFacts {
  readonly reasons: readonly MatchReason[];
  readonly vendorBlocked: boolean;
  readonly withoutOrder: WithoutOrderRule;
  readonly warnings?: readonly { readonly code: string }[];
}

export function nextStep({ reasons, vendorBlocked, withoutOrder, warnings = [] }: PendingFacts): Step {
  if (vendorBlocked) return 'unblock_vendor';
  const codes = new Set(reasons.map(({ code }) => code));
  const found = STEPS.find(([code]) => codes.has(code));
  if (found) return found[1];
  const withOrder = !codes.has('NO_PO');
  if (!withOrder && withoutOrder === 'refuse') return 'reject';
  const [warned] = warnings.flatMap(({ code }) => STEP_OF_WARNING[code] ?? []);
  if (warned) return warned;
  return !withOrder && withoutOrder === 'admin' ? 'finance_decision' : 'decide';
}

export function stepMessage(step: Step): Message {
  return { key: `exception.${step}` };
}
