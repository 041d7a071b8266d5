/** What a match of an invoice with its order found, from best to worst. */
export const MATCH_STATUSES = ['full_match', 'partial_match', 'mismatch', 'pending_grn'] as const;
export type MatchStatus = (typeof MATCH_STATUSES)[number];

/** How a tenant decides between two-way and three-way matching: `auto` looks at whether the tenant posts receipts. */
export const MATCHING_POLICIES = ['auto', 'three_way', 'two_way'] as const;
export type MatchingPolicy = (typeof MATCHING_POLICIES)[number];

/** Who may approve an invoice without an order: only an administrator or finance manager, any approver, nobody. */
export const WITHOUT_ORDER_RULES = ['admin', 'allow', 'refuse'] as const;
export type WithoutOrderRule = (typeof WITHOUT_ORDER_RULES)[number];

/** The tenant's setting `over_budget_action`: what happens to an order that its budget does not suffice for. */
export const OVER_BUDGET_ACTIONS = ['block', 'warn', 'ignore'] as const;
export type OverBudgetAction = (typeof OVER_BUDGET_ACTIONS)[number];

/** The tenant's setting `bank_change_control`: what happens to a payment to bank details that nobody has verified. */
export const BANK_CHANGE_CONTROLS = ['warn', 'block', 'ignore'] as const;
export type BankChangeControl = (typeof BANK_CHANGE_CONTROLS)[number];
