import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PurchaseOrderAmendment } from './entities/purchase-order-amendment.entity';
import { PurchaseOrderItem } from './entities/purchase-order-item.entity';
import { PurchaseOrderVersion } from './entities/purchase-order-version.entity';
import { PurchaseOrder } from './entities/purchase-order.entity';
import { ApprovalsModule } from '../approvals';
import { DocumentsModule } from '../documents';
import { PdfModule } from '../pdf';
import { VendorsModule } from '../vendors';
import { AmendmentApplication } from './amendment-application';
import { AmendmentDecisionsService } from './amendment-decisions.service';
import { AmendmentProposals } from './amendment-proposal';
import { AmendmentRequestsService } from './amendment-requests.service';
import { AmendmentsController } from './amendments.controller';
import { AmendmentsQueries } from './amendments.queries';
import { AmendmentsRepository } from './amendments.repository';
import { OpenRounds } from './open-rounds';
import { OrderApprovalService } from './order-approval.service';
import { OrderChronicle } from './order-chronicle';
import { OrderCreationService } from './order-creation.service';
import { OrderDraftsService } from './order-drafts.service';
import { OrderEndingService } from './order-ending.service';
import { OrderItemsRepository } from './order-items.repository';
import { OrderItemsService } from './order-items.service';
import { OrderLedger } from './order-ledger';
import { OrderNumbers } from './order-numbers';
import { OrderProgressService } from './order-progress.service';
import { OrderReferences } from './order-references';
import { OrderPorts } from './order-ports';
import { OrderPdfController } from './pdf/order-pdf.controller';
import { OrderPrinting } from './pdf/order-printing.service';
import { OrderWork } from './order-work';
import { PurchaseOrderActionsController } from './purchase-order-actions.controller';
import { PurchaseOrderActionsFormBController } from './purchase-order-actions.form-b.controller';
import { PurchaseOrderItemsController } from './purchase-order-items.controller';
import { PurchaseOrderItemsFormBController } from './purchase-order-items.form-b.controller';
import { PurchaseOrdersController } from './purchase-orders.controller';
import { PurchaseOrdersFormBController } from './purchase-orders.form-b.controller';
import { PurchaseOrdersQueries } from './purchase-orders.queries';
import { PurchaseOrdersRepository } from './purchase-orders.repository';
import { VendorOrdersController } from './vendor-orders.controller';
import { VendorOrdersFormBController } from './vendor-orders.form-b.controller';
import { WithoutBudgets } from './without-budgets';

/** Purchase orders, from the draft to the last invoice. */
@Module({
  imports: [
    TypeOrmModule.forFeature([PurchaseOrderAmendment, PurchaseOrderItem, PurchaseOrderVersion, PurchaseOrder]),
    ApprovalsModule,
    DocumentsModule,
    PdfModule,
    VendorsModule,
  ],
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
