import { type Fields, told } from './told';

/** Budgets, their movements and carry-forward. */
export const BUDGET_FIELDS: Fields = {
  budget_id: told('Id of the budget.', 1),
  fiscal_year: told('The fiscal year, named by the calendar year in which it ends.', 2026),
  allocated_amount: told('What may be spent in the year with VAT, in the budget’s currency.', 500000),
  allocations: told('How the allocated amount is divided; null where it is not.'),
  'capex:number': told(
    'What of it is for investments, in the budget’s currency; null where it is not divided.',
    300000,
  ),
  'opex:number': told(
    'What of it is for running cost, in the budget’s currency; null where it is not divided.',
    200000,
  ),
  'capex:object': told('The figures of investments.'),
  'opex:object': told('The figures of running cost.'),
  available: told(
    'Allocated less committed and spent, in the budget’s currency; null where nothing is allocated apart.',
    470364.5,
  ),
  available_amount: told(
    'Allocated less committed and spent, in the budget’s currency; below zero where it is overspent.',
    470364.5,
  ),
  reserved: told(
    'Totals of orders that wait for approval, in the budget’s currency. Shown, not taken off what is available.',
    28290,
  ),
  reserved_amount: told(
    'Totals of orders that wait for approval, in the budget’s currency. Shown, not taken off what is available.',
    28290,
  ),
  committed: told('What approved orders will still cost, in the budget’s currency.', 0),
  committed_amount: told('What approved orders will still cost, in the budget’s currency.', 11212.5),
  spent: told('What approved invoices cost, credit notes taken off, in the budget’s currency.', 29635.5),
  spent_amount: told('What approved invoices cost, credit notes taken off, in the budget’s currency.', 29635.5),
  paid: told('What of it is paid, in the budget’s currency.', 29635.5),
  utilization_percentage: told('Committed and spent in percent of allocated; 0 where nothing is allocated.', 8.17),
  threshold_percentage: told('The highest threshold that was crossed, in percent.', 80),
  crossed_thresholds: told('All thresholds crossed at once, in percent.', [80]),
  breakdown: told('The same figures by what they come from.'),
  by_po_status: told('By how far the orders have come; they add up to committed and spent.'),
  reserved_change: told('By how much the movement changed what is reserved, in the budget’s currency.', 29635.5),
  committed_change: told('By how much the movement changed what is committed, in the budget’s currency.', 29635.5),
  spent_change: told('By how much the movement changed what is spent, in the budget’s currency.', 0),
  paid_change: told('By how much the movement changed what is paid, in the budget’s currency.', 0),
  to_budget_id: told('Id of the budget of the next year that the open orders move to.', 2),
  moved: told('The orders that moved, with what they took along.'),
  left: told('The orders that stayed, with the reason.'),
  'BudgetThresholdReachedEvent.data.name': told('What the budget is called.', 'Projects 2026'),
};
