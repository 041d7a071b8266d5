/** The module sets `OrderPorts.budgets` and `InvoicePorts.budgets`. No other module imports its ledger. */
export { BudgetsModule } from './budgets.module';
export { BudgetsService } from './budgets.service';
export { BudgetsQueries } from './budgets.queries';
export { WrittenBudget } from './entities/budget.entity';
export { BudgetResponse, MovementResponse, toBudgetResponse, toMovementResponse } from './http/answers';
export { CreateBudgetDto, UpdateBudgetDto } from './http/requests';
export { BudgetVerification } from './ledger/budget-verification.sql';
