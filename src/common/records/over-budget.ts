/** The tenant's setting `over_budget_action`: what happens to an order that its budget does not suffice for. */
export const OVER_BUDGET_ACTIONS = ['block', 'warn', 'ignore'] as const;
export type OverBudgetAction = (typeof OVER_BUDGET_ACTIONS)[number];
