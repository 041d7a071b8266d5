import type { NamedEnum } from '../../../platform/http';

/** Sets of values of a tenant's settings. */
export const SETTING_ENUMS: readonly NamedEnum[] = [
  {
    name: 'ControlProfile',
    description: 'How strict the tenant’s controls are as a whole.',
    values: {
      standard: 'Each setting is as it was set.',
      strict:
        'Separation of duties, distinct approvers, required budgets and verified bank details are on, and stay on.',
    },
  },
  {
    name: 'Language',
    description: 'A language of the service.',
    values: { en: 'English.', ar: 'Arabic.' },
  },
  {
    name: 'MatchingPolicy',
    description: 'What invoices are compared with.',
    values: {
      auto: 'Three ways once a receipt stands against the order, or the tenant posts receipts; else two ways.',
      three_way: 'The order and the goods receipts.',
      two_way: 'The order alone.',
    },
  },
  {
    name: 'WithoutOrderRule',
    description: 'Who may approve an invoice without a purchase order.',
    values: {
      admin: 'An admin token, or a user with the role `admin` or `finance_manager`.',
      allow: 'Anybody who may approve invoices.',
      refuse: 'Nobody.',
    },
  },
  {
    name: 'OverBudgetAction',
    description: 'What happens to an approval that the budget does not cover.',
    values: {
      block: 'It is refused with BUDGET_EXCEEDED.',
      warn: 'It is made, with a warning.',
      ignore: 'It is made.',
    },
  },
  {
    name: 'BankChangeControl',
    description: 'What a payment to bank details that nobody verified comes to.',
    values: {
      warn: 'It is recorded, with the warning BANK_DETAILS_UNVERIFIED.',
      block: 'It goes to the newest verified details that were not removed, and is refused where there are none.',
      ignore: 'It is recorded.',
    },
  },
];
