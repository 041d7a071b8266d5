import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CreditNote, CreditNoteItem } from './entities/credit-note.entity';
import { Invoice, InvoiceItem } from './entities/invoice.entity';
import { Payment } from './entities/payment.entity';
import { ApprovalPorts, ApprovalsModule } from '../approvals';
import { DocumentPorts, DocumentsModule } from '../documents';
import { GoodsReceiptsModule, ReceiptPorts } from '../goods-receipts';
import { OrderPorts, PurchaseOrdersModule } from '../purchase-orders';
import { RolesModule } from '../../organisation/roles';
import { SettingsModule, SettingsPorts } from '../../organisation/settings';
import { TenantsModule } from '../../organisation/tenants';
import { UserPorts, UsersModule } from '../../organisation/users';
import { VendorsModule } from '../vendors';
import { InvoiceDuties } from './payments/duties.service';
import { InvoiceEffects } from './invoice-effects';
import { InvoiceEvents } from './invoice-events';
import { InvoiceActionsController } from './approval/invoice-approval.controller';
import { InvoiceApprovalService } from './approval/invoice-approval.service';
import { InvoiceSteps } from './invoice-steps.service';
import { PendingInvoices } from './approval/pending-invoices';
import { OpenInvoiceSteps } from './approval/open-steps.service';
import { InvoiceExceptionsController } from './approval/invoice-exceptions.controller';
import { MatchingRepository } from './matching/matching.repository';
import { MatchingService } from './matching/matching.service';
import { InvoiceExternalIdsController } from './identity/invoice-external-ids.controller';
import { InvoicesController } from './invoices.controller';
import { InvoicesRepository } from './invoices.repository';
import { InvoicesService } from './invoices.service';
import { InvoicePaymentsController } from './payments/invoice-payments.controller';
import { PaymentsRepository } from './payments/payments.repository';
import { CreditNotesController } from './payments/credit-notes.controller';
import { CreditNotesRepository } from './payments/credit-notes.repository';
import { CreditNotesService } from './payments/credit-notes.service';
import { PaymentsService } from './payments/payments.service';
import { InvoicePorts } from './ports';
import { InvoiceFiscalYears } from './identity/fiscal-years.repository';
import { InvoiceExternals } from './identity/invoice-externals.repository';
import { CreditNotesQueries } from './queries/credit-notes.queries';
import { InvoiceReferences } from './queries/invoice-references';
import { InvoicesQueries } from './queries/invoices.queries';

@Module({
  imports: [
    TypeOrmModule.forFeature([CreditNoteItem, CreditNote, InvoiceItem, Invoice, Payment]),
    ApprovalsModule,
    DocumentsModule,
    UsersModule,
    VendorsModule,
    PurchaseOrdersModule,
    GoodsReceiptsModule,
    RolesModule,
    SettingsModule,
    TenantsModule,
  ],
  controllers: [
    InvoiceExceptionsController,
    InvoicesController,
    InvoiceActionsController,
    InvoicePaymentsController,
    CreditNotesController,
    InvoiceExternalIdsController,
  ],
  providers: [
    InvoicesService,
    InvoicesRepository,
    InvoicesQueries,
    InvoiceReferences,
    InvoiceApprovalService,
    MatchingService,
    MatchingRepository,
    InvoiceSteps,
    OpenInvoiceSteps,
    PendingInvoices,
    InvoiceDuties,
    InvoiceEffects,
    InvoiceEvents,
    InvoiceExternals,
    PaymentsService,
    CreditNotesService,
    CreditNotesRepository,
    CreditNotesQueries,
    PaymentsRepository,
    InvoiceFiscalYears,
    InvoicePorts,
  ],
  exports: [InvoicesQueries, InvoicePorts, InvoicesService, InvoiceApprovalService],
})
export class InvoicesModule implements OnModuleInit {
  constructor(
    private readonly orders: OrderPorts,
    private readonly receipts: ReceiptPorts,
    private readonly users: UserPorts,
    private readonly invoices: MatchingRepository,
    private readonly matching: MatchingService,
    private readonly openSteps: OpenInvoiceSteps,
    private readonly approvals: ApprovalPorts,
    private readonly waiting: PendingInvoices,
    private readonly documents: DocumentPorts,
    private readonly repository: InvoicesRepository,
    private readonly settings: SettingsPorts,
    private readonly fiscalYears: InvoiceFiscalYears,
  ) {}

  onModuleInit(): void {
    this.orders.invoices = this.invoices;
    this.orders.matching = this.matching;
    this.receipts.billing = this.invoices;
    this.receipts.matching = this.matching;
    this.users.openInvoiceSteps = this.openSteps;
    this.approvals.invoices = this.waiting;
    this.documents.invoices = this.repository;
    this.settings.fiscalYears = this.fiscalYears;
  }
}
