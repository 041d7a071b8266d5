import type { NamedEnum } from '../../openapi/reference';

/** Enums of a tenant's settings. */
export const SETTING_ENUMS: readonly NamedEnum[] = [
  {
    name: 'ControlProfile',
    description: 'The overall strictness of the tenant’s controls.',
    values: {
      standard: 'Each setting has its configured value.',
      strict:
        'Separation of duties, distinct approvers, required budgets and verified bank details are on and ' +
        'cannot be turned off.',
    },
  },
  { name: 'Language', description: 'A language of the service.', values: { en: 'English.', ar: 'Arabic.' } },
  {
    name: 'MatchingPolicy',
    description: 'The documents that invoices are compared with.',
    values: {
      auto:
        'Three-way if the order has a receipt or the tenant had posted one before the order was approved; ' +
        'otherwise two-way.',
      three_way: 'The order and the goods receipts.',
      two_way: 'Only the order.',
    },
  },
  {
    name: 'WithoutOrderRule',
    description: 'Approvers of invoices without a purchase order.',
    values: {
      admin: 'An admin token, or a user with the role `admin` or `finance_manager`.',
      allow: 'All users who may approve invoices.',
      refuse: 'Nobody.',
    },
  },
  {
    name: 'OverBudgetAction',
    description: 'The effect on an approval that the budget does not cover.',
    values: { block: 'Rejected with BUDGET_EXCEEDED.', warn: 'Approved with a warning.', ignore: 'Approved.' },
  },
  {
    name: 'BankChangeControl',
    description: 'The effect on a payment to unverified bank details.',
    values: {
      warn: 'Recorded with the warning BANK_DETAILS_UNVERIFIED.',
      block: 'Paid to the newest verified details that are not removed; rejected if there are none.',
      ignore: 'Recorded.',
    },
  },
];
