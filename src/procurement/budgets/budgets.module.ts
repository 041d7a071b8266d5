import { Module, type OnModuleInit } from '@nestjs/common';
import { DepartmentsModule } from '../../organisation/departments';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BudgetMovement } from './entities/budget-movement.entity';
import { Budget } from './entities/budget.entity';
import { InvoicePorts, InvoicesModule } from '../invoices';
import { OrderPorts, PurchaseOrdersModule } from '../purchase-orders';
import { VendorsModule } from '../vendors';
import { BudgetMovementsController, BudgetsController } from './budgets.controller';
import { BudgetsQueries } from './budgets.queries';
import { BudgetsRepository } from './budgets.repository';
import { BudgetsService } from './budgets.service';
import { CarryForwardController } from './carry-forward/carry-forward.controller';
import { CarryForwardService } from './carry-forward/carry-forward.service';
import { BudgetControl } from './ledger/budget-control';
import { BudgetVerification } from './ledger/budget-verification.sql';
import { DocumentBudgets } from './ledger/document-budgets.repository';
import { InvoiceSpendingService } from './ledger/invoice-spending.service';
import { LedgerService } from './ledger/ledger.service';
import { BudgetEvents } from './ledger/budget-events';
import { INVOICE_WARNINGS, ORDER_WARNINGS } from './ledger/stored-warnings.sql';
import { OrderCommitmentsService } from './ledger/order-commitments.service';

@Module({
  imports: [
    TypeOrmModule.forFeature([BudgetMovement, Budget]),
    DepartmentsModule,
    PurchaseOrdersModule,
    InvoicesModule,
    VendorsModule,
  ],
  controllers: [BudgetsController, BudgetMovementsController, CarryForwardController],
  providers: [
    BudgetsService,
    BudgetsQueries,
    BudgetsRepository,
    LedgerService,
    BudgetEvents,
    DocumentBudgets,
    BudgetControl,
    OrderCommitmentsService,
    InvoiceSpendingService,
    BudgetVerification,
    CarryForwardService,
  ],
  exports: [BudgetsQueries, BudgetsService, BudgetVerification],
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
    this.orders.warnings = ORDER_WARNINGS;
    this.invoices.budgets = this.spending;
    this.invoices.warnings = INVOICE_WARNINGS;
  }
}
