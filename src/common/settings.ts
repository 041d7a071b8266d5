/** Results of matching an invoice with its order, from best to worst. */
export const MATCH_STATUSES = ['full_match', 'partial_match', 'mismatch', 'pending_grn'] as const;
export type MatchStatus = (typeof MATCH_STATUSES)[number];

/** The tenant's choice of two-way or three-way matching. `auto` depends on whether the tenant posts receipts. */
export const MATCHING_POLICIES = ['auto', 'three_way', 'two_way'] as const;
export type MatchingPolicy = (typeof MATCHING_POLICIES)[number];

/** Approvers of an invoice without an order: only administrators and finance managers, all approvers, or none. */
export const WITHOUT_ORDER_RULES = ['admin', 'allow', 'refuse'] as const;
export type WithoutOrderRule = (typeof WITHOUT_ORDER_RULES)[number];

/** The effect of an insufficient budget on an order. */
export const OVER_BUDGET_ACTIONS = ['block', 'warn', 'ignore'] as const;
export type OverBudgetAction = (typeof OVER_BUDGET_ACTIONS)[number];

/** The effect of unverified bank details on a payment. */
export const BANK_CHANGE_CONTROLS = ['warn', 'block', 'ignore'] as const;
export type BankChangeControl = (typeof BANK_CHANGE_CONTROLS)[number];
