import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CreditNoteItem } from './entities/credit-note-item.entity';
import { CreditNote } from './entities/credit-note.entity';
import { InvoiceItem } from './entities/invoice-item.entity';
import { Invoice } from './entities/invoice.entity';
import { Payment } from './entities/payment.entity';
import { GoodsReceiptsModule, ReceiptPorts } from '../goods-receipts';
import { OrderPorts, PurchaseOrdersModule } from '../purchase-orders';
import { TenantsModule } from '../tenants';
import { VendorsModule } from '../vendors';
import { BilledOrders } from './billed-orders';
import { BillingEffects } from './billing-effects';
import { BillingService } from './billing.service';
import { CreditNotesRepository } from './credit-notes.repository';
import { CreditNotesService } from './credit-notes.service';
import { InvoiceActionsController } from './invoice-actions.controller';
import { InvoiceApprovalService } from './invoice-approval.service';
import { InvoiceChronicle } from './invoice-chronicle';
import { InvoiceCorrectionService } from './invoice-correction.service';
import { InvoiceDecisionsService } from './invoice-decisions.service';
import { InvoiceEntryService } from './invoice-entry.service';
import { InvoiceExceptionsController } from './invoice-exceptions.controller';
import { InvoiceMoneyController } from './invoice-money.controller';
import { InvoiceReferences } from './invoice-references';
import { InvoiceWork } from './invoice-work';
import { InvoicesController } from './invoices.controller';
import { InvoicesFormBController } from './invoices.form-b.controller';
import { InvoicesQueries } from './invoices.queries';
import { InvoicesRepository } from './invoices.repository';
import { MatchingRepository } from './matching.repository';
import { MatchingService } from './matching.service';
import { PaymentsRepository } from './payments.repository';
import { PaymentsService } from './payments.service';
import { InvoicePorts } from './ports';

/** Invoices: entering, matching, deciding, paying, crediting. */
@Module({
  imports: [
    TypeOrmModule.forFeature([CreditNoteItem, CreditNote, InvoiceItem, Invoice, Payment]),
    VendorsModule,
    PurchaseOrdersModule,
    GoodsReceiptsModule,
    TenantsModule,
  ],
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
