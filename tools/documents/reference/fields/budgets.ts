import { type Fields, describeField } from './describe-field';

export const BUDGET_FIELDS: Fields = {
  budget_id: describeField('Id of the budget.', 1),
  fiscal_year: describeField('The fiscal year, named by the calendar year in which it ends.', 2026),
  allocated_amount: describeField(
    'The amount that may be spent in the year, VAT included, in the budget’s currency.',
    500000,
  ),
  allocations: describeField('The split of the allocated amount; null without one.'),
  'capex:number': describeField('The part for investments, in the budget’s currency; null without a split.', 300000),
  'opex:number': describeField('The part for running costs, in the budget’s currency; null without a split.', 200000),
  'capex:object': describeField('The amounts for investments.'),
  'opex:object': describeField('The amounts for running costs.'),
  available: describeField(
    'Allocated less committed and spent, in the budget’s currency; null without a separate allocation.',
    470364.5,
  ),
  available_amount: describeField(
    'Allocated less committed and spent, in the budget’s currency; negative if overspent.',
    470364.5,
  ),
  reserved: describeField(
    'Totals of orders that wait for approval, in the budget’s currency. Not subtracted from the available ' + 'amount.',
    28290,
  ),
  reserved_amount: describeField(
    'Totals of orders that wait for approval, in the budget’s currency. Not subtracted from the available ' + 'amount.',
    28290,
  ),
  committed: describeField('The amount that approved orders will still cost, in the budget’s currency.', 0),
  committed_amount: describeField(
    'The amount that approved orders will still cost, in the budget’s currency.',
    11212.5,
  ),
  spent: describeField('The total of approved invoices less credit notes, in the budget’s currency.', 29635.5),
  spent_amount: describeField('The total of approved invoices less credit notes, in the budget’s currency.', 29635.5),
  paid: describeField('The paid part of it, in the budget’s currency.', 29635.5),
  utilization_percentage: describeField(
    'Committed and spent in percent of allocated; 0 if nothing is allocated.',
    8.17,
  ),
  threshold_percentage: describeField('The highest threshold crossed, in percent.', 80),
  crossed_thresholds: describeField('All thresholds crossed at once, in percent.', [80]),
  breakdown: describeField('The same amounts by source.'),
  by_po_status: describeField('The amounts by order status; they add up to committed and spent.'),
  reserved_change: describeField('The change of the reserved amount, in the budget’s currency.', 29635.5),
  committed_change: describeField('The change of the committed amount, in the budget’s currency.', 29635.5),
  spent_change: describeField('The change of the spent amount, in the budget’s currency.', 0),
  paid_change: describeField('The change of the paid amount, in the budget’s currency.', 0),
  to_budget_id: describeField('Id of the next year’s budget, which the open orders move to.', 2),
  moved: describeField('The orders that moved, with their amounts.'),
  left: describeField('The orders that did not move, with the reason.'),
  'BudgetThresholdReachedEvent.data.name': describeField('Name of the budget.', 'Projects 2026'),
};
