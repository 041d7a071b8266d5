/**
 * Budgets. No module calls this one directly: it plugs into `OrderPorts.budgets` and `InvoicePorts.budgets` while the
 * application starts. `BudgetsService` is for seeds and tasks, `BudgetVerification` for the command line.
 */
export { BudgetsModule } from './budgets.module';
export { BudgetsService } from './budgets.service';
export type { BudgetInput, NewBudgetInput } from './domain/budget-input';
export { BudgetVerification } from './ledger/budget-verification';
export type { BudgetDifference } from './ledger/budget-verification';
