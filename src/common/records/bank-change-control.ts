/** The tenant's setting `bank_change_control`: what happens to a payment to bank details that nobody has verified. */
export const BANK_CHANGE_CONTROLS = ['warn', 'block', 'ignore'] as const;
export type BankChangeControl = (typeof BANK_CHANGE_CONTROLS)[number];
