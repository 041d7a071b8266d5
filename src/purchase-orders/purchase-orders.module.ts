import { Module } from '@nestjs/common';
import { ApprovalsModule } from '../approvals';
import { DocumentsModule } from '../documents';
import { PdfModule } from '../pdf';
import { VendorsModule } from '../vendors';
import { AmendmentApplication } from './amendment-application';
import { AmendmentDecisionsService } from './amendments/amendments.service';
import { AmendmentProposals } from './amendments/amendment-proposal';
import { AmendmentRequestsService } from './amendment-requests.service';
import { AmendmentsController } from './amendments/amendments.controller';
import { AmendmentsQueries } from './amendments/amendments.queries';
import { AmendmentsRepository } from './amendments/amendments.repository';
import { OpenRounds } from './open-rounds';
import { OrderApprovalService } from './approval/approval.service';
import { OrderChronicle } from './progress/order-history';
import { OrderCreationService } from './order-creation.service';
import { OrderDraftsService } from './order-drafts.service';
import { OrderEndingService } from './progress/closing.service';
import { OrderItemsRepository } from './order-items.repository';
import { OrderItemsService } from './purchase-orders.service';
import { OrderLedger } from './progress/order-effects';
import { OrderNumbers } from './order-numbers';
import { OrderProgressService } from './progress/progress.service';
import { OrderReferences } from './order-references';
import { OrderPorts } from './order-ports';
import { OrderPdfController } from './http/pdf/order-pdf.controller';
import { OrderPrinting } from './http/pdf/order-printing.service';
import { OrderWork } from './order-work';
import { PurchaseOrderActionsController } from './approval/actions.controller';
import { PurchaseOrderActionsFormBController } from './approval/actions.form-b.controller';
import { PurchaseOrderItemsController } from './purchase-order-items.controller';
import { PurchaseOrderItemsFormBController } from './purchase-order-items.form-b.controller';
import { PurchaseOrdersController } from './purchase-orders.controller';
import { PurchaseOrdersFormBController } from './http/form-b/purchase-orders.form-b.controller';
import { PurchaseOrdersQueries } from './queries/purchase-orders.queries';
import { PurchaseOrdersRepository } from './purchase-orders.repository';
import { VendorOrdersController } from './vendor-orders.controller';
import { VendorOrdersFormBController } from './vendor-orders.form-b.controller';
import { WithoutBudgets } from './without-budgets';

/** Purchase orders, from the draft to the last invoice. */
@Module({
  imports: [ApprovalsModule, DocumentsModule, PdfModule, VendorsModule],
  controllers: [
    PurchaseOrdersController,
    PurchaseOrdersFormBController,
    PurchaseOrderActionsController,
    PurchaseOrderActionsFormBController,
    PurchaseOrderItemsController,
    PurchaseOrderItemsFormBController,
    AmendmentsController,
    VendorOrdersController,
    VendorOrdersFormBController,
    OrderPdfController,
  ],
  providers: [
    OrderDraftsService,
    OrderItemsService,
    OrderApprovalService,
    OrderEndingService,
    OrderProgressService,
    OrderReferences,
    OrderChronicle,
    OrderCreationService,
    OrderNumbers,
    OrderWork,
    OpenRounds,
    AmendmentRequestsService,
    AmendmentDecisionsService,
    AmendmentApplication,
    AmendmentProposals,
    AmendmentsQueries,
    AmendmentsRepository,
    OrderLedger,
    OrderPorts,
    WithoutBudgets,
    OrderPrinting,
    PurchaseOrdersQueries,
    PurchaseOrdersRepository,
    OrderItemsRepository,
  ],
  exports: [
    OrderCreationService,
    OrderDraftsService,
    OrderApprovalService,
    OrderEndingService,
    OrderProgressService,
    OrderPorts,
    PurchaseOrdersQueries,
  ],
})
export class PurchaseOrdersModule {}
