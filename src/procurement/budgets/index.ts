/**
 * Budgets. No module calls this one directly: it plugs into `OrderPorts.budgets` and `InvoicePorts.budgets` while the
 * application starts. `BudgetVerification` is for the command line; `BudgetsService` and its requests are for imports.
 */
export { BudgetsModule } from './budgets.module';
export { BudgetsService } from './budgets.service';
export { BudgetsQueries } from './budgets.queries';
export { WrittenBudget } from './entities/budget.entity';
export { BudgetResponse, MovementResponse, toBudgetResponse, toMovementResponse } from './http/answers';
export { CreateBudgetDto, UpdateBudgetDto } from './http/requests';
export { BudgetVerification } from './ledger/budget-verification.sql';
