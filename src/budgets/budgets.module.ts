import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BudgetMovement } from './entities/budget-movement.entity';
import { Budget } from './entities/budget.entity';
import { InvoicePorts, InvoicesModule } from '../invoices';
import { OrderPorts, PurchaseOrdersModule } from '../purchase-orders';
import { VendorsModule } from '../vendors';
import { BudgetChoice } from './budget-choice';
import { BudgetControl } from './budget-control';
import { BudgetLedger } from './budget-ledger';
import { BudgetMovementsController } from './budget-movements.controller';
import { BudgetVerification } from './budget-verification';
import { BudgetsController } from './budgets.controller';
import { BudgetsFormBController } from './budgets.form-b.controller';
import { BudgetsQueries } from './budgets.queries';
import { BudgetsRepository } from './budgets.repository';
import { BudgetsService } from './budgets.service';
import { DocumentBudgetsRepository } from './document-budgets.repository';
import { InvoiceSpendingService } from './invoice-spending.service';
import { LedgerRepository } from './ledger.repository';
import { OrderCommitmentsService } from './order-commitments.service';

/** Budgets: what departments may commit in a year, and the ledger of what orders and invoices made of it. */
@Module({
  imports: [TypeOrmModule.forFeature([BudgetMovement, Budget]), PurchaseOrdersModule, InvoicesModule, VendorsModule],
  controllers: [BudgetsController, BudgetsFormBController, BudgetMovementsController],
  providers: [
    BudgetsService,
    BudgetsQueries,
    BudgetsRepository,
    BudgetChoice,
    BudgetControl,
    BudgetLedger,
    LedgerRepository,
    DocumentBudgetsRepository,
    OrderCommitmentsService,
    InvoiceSpendingService,
    BudgetVerification,
  ],
  exports: [BudgetsService, BudgetVerification],
})
export class BudgetsModule implements OnModuleInit {
  constructor(
    private readonly orders: OrderPorts,
    private readonly invoices: InvoicePorts,
    private readonly commitments: OrderCommitmentsService,
    private readonly spending: InvoiceSpendingService,
  ) {}

  onModuleInit(): void {
    this.orders.budgets = this.commitments;
    this.invoices.budgets = this.spending;
  }
}
