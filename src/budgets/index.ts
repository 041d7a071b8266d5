/**
 * Budgets. No module calls this one directly: it plugs into `OrderPorts.budgets` and `InvoicePorts.budgets` while the
 * application starts. `BudgetVerification` is for the command line.
 */
export { BudgetsModule } from './budgets.module';
export { BudgetVerification } from './ledger/budget-verification.sql';
