import { Module, type OnModuleInit } from '@nestjs/common';
import { InvoicePorts, InvoicesModule } from '../invoices';
import { OrderPorts, PurchaseOrdersModule } from '../purchase-orders';
import { VendorsModule } from '../vendors';
import { BudgetChoice } from './charging/budget-choice';
import { BudgetControl } from './charging/budget-control';
import { BudgetLedger } from './ledger/ledger.service';
import { BudgetMovementsController } from './ledger/movements.controller';
import { BudgetVerification } from './ledger/budget-verification';
import { BudgetsController } from './budgets.controller';
import { BudgetsFormBController } from './budgets.form-b.controller';
import { BudgetsQueries } from './budgets.queries';
import { BudgetsRepository } from './budgets.repository';
import { BudgetsService } from './budgets.service';
import { DocumentBudgetsRepository } from './charging/document-budgets.sql';
import { InvoiceSpendingService } from './charging/invoice-spending.service';
import { LedgerRepository } from './ledger/ledger.repository';
import { OrderCommitmentsService } from './charging/order-commitments.service';

/** Budgets: what departments may commit in a year, and the ledger of what orders and invoices made of it. */
@Module({
  imports: [PurchaseOrdersModule, InvoicesModule, VendorsModule],
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
