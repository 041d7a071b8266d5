/**
 * Budgets. Nothing calls this module directly: it plugs into `OrderPorts.budgets` and `InvoicePorts.budgets` while the
 * application starts. `BudgetsService` is for seeds and tasks, `BudgetVerification` for the command line.
 */
export { BudgetVerification } from './ledger/budget-verification';
export type { BudgetDifference } from './ledger/budget-verification';
export { BudgetsModule } from './budgets.module';
export { BudgetsService } from './budgets.service';
export type { BudgetInput, NewBudgetInput } from './domain/budget-input';
