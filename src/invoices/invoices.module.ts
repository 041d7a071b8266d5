import { Module, type OnModuleInit } from '@nestjs/common';
import { GoodsReceiptsModule, ReceiptPorts } from '../goods-receipts';
import { OrderPorts, PurchaseOrdersModule } from '../purchase-orders';
import { TenantsModule } from '../tenants';
import { VendorsModule } from '../vendors';
import { BilledOrders } from './billed-orders';
import { BillingEffects } from './approval/billing-effects';
import { BillingService } from './approval/order-billing.service';
import { CreditNotesRepository } from './payments/credit-notes.repository';
import { CreditNotesService } from './payments/credit-notes.service';
import { InvoiceActionsController } from './approval/invoice-approval.controller';
import { InvoiceApprovalService } from './approval/invoice-approval.service';
import { InvoiceChronicle } from './approval/invoice-history';
import { InvoiceCorrectionService } from './invoice-correction.service';
import { InvoiceDecisionsService } from './invoice-decisions.service';
import { InvoiceEntryService } from './invoices.service';
import { InvoiceExceptionsController } from './approval/invoice-exceptions.controller';
import { InvoiceMoneyController } from './payments/invoice-payments.controller';
import { InvoiceReferences } from './invoice-references';
import { InvoiceWork } from './invoice-work';
import { InvoicesController } from './invoices.controller';
import { InvoicesFormBController } from './http/form-b/invoices.form-b.controller';
import { InvoicesQueries } from './invoices.queries';
import { InvoicesRepository } from './invoices.repository';
import { MatchingRepository } from './approval/matching.repository';
import { MatchingService } from './approval/matching.service';
import { PaymentsRepository } from './payments/payments.repository';
import { PaymentsService } from './payments/payments.service';
import { InvoicePorts } from './ports';

/** Invoices: entering, matching, deciding, paying, crediting. */
@Module({
  imports: [VendorsModule, PurchaseOrdersModule, GoodsReceiptsModule, TenantsModule],
  controllers: [
    InvoiceExceptionsController,
    InvoicesController,
    InvoicesFormBController,
    InvoiceActionsController,
    InvoiceMoneyController,
  ],
  providers: [
    InvoiceEntryService,
    InvoiceCorrectionService,
    InvoiceDecisionsService,
    InvoiceApprovalService,
    PaymentsService,
    CreditNotesService,
    MatchingService,
    BillingService,
    BillingEffects,
    BilledOrders,
    InvoiceReferences,
    InvoiceWork,
    InvoiceChronicle,
    InvoicesQueries,
    InvoicesRepository,
    MatchingRepository,
    PaymentsRepository,
    CreditNotesRepository,
    InvoicePorts,
  ],
  exports: [
    InvoicePorts,
    InvoicesQueries,
    InvoiceEntryService,
    InvoiceDecisionsService,
    InvoiceApprovalService,
    PaymentsService,
  ],
})
export class InvoicesModule implements OnModuleInit {
  constructor(
    private readonly orders: OrderPorts,
    private readonly receipts: ReceiptPorts,
    private readonly billing: BillingService,
  ) {}

  onModuleInit(): void {
    this.orders.invoices = this.billing;
    this.orders.matching = this.billing;
    this.receipts.billing = this.billing;
  }
}
