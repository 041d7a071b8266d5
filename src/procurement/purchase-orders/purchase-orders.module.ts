import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PurchaseOrderAmendment } from './entities/purchase-order-amendment.entity';
import { PurchaseOrderItem } from './entities/purchase-order-item.entity';
import { PurchaseOrderVersion } from './entities/purchase-order-version.entity';
import { PurchaseOrder } from './entities/purchase-order.entity';
import { ApprovalPorts, ApprovalsModule } from '../approvals';
import { DocumentPorts, DocumentsModule } from '../documents';
import { PdfModule } from '../../platform/pdf';
import { UserPorts, UsersModule } from '../../organisation/users';
import { VendorPorts, VendorsModule } from '../vendors';
import { AmendmentProposals } from './amendments/amendment-proposal';
import { AmendmentsController } from './amendments/amendments.controller';
import { AmendmentsQueries } from './amendments/amendments.queries';
import { AmendmentsRepository } from './amendments/amendments.repository';
import { AmendmentsService } from './amendments/amendments.service';
import { PurchaseOrderActionsController } from './http/actions.controller';
import { OrderApprovalService } from './approval/approval.service';
import { OpenStepsService } from './pending/open-steps.service';
import { PendingAmendments, PendingOrders } from './pending/pending-documents';
import { OrderExternalIdsController } from './external-ids/order-external-ids.controller';
import { OrderPdfController } from './http/pdf/order-pdf.controller';
import { OrderClosingService } from './closing/closing.service';
import { OrderEffects } from './progress/order-effects';
import { OrderExternalIdsService } from './external-ids/order-external-ids.service';
import { OrderPorts } from './ports';
import { OrderProgressService } from './progress/progress.service';
import {
  PurchaseOrderItemsController,
  PurchaseOrdersController,
  VendorOrdersController,
} from './purchase-orders.controller';
import { PurchaseOrdersRepository } from './purchase-orders.repository';
import { PurchaseOrdersService } from './purchase-orders.service';
import { PurchaseOrdersQueries } from './queries/purchase-orders.queries';
import { spentSql } from './queries/purchase-orders.sql';

@Module({
  imports: [
    TypeOrmModule.forFeature([PurchaseOrderAmendment, PurchaseOrderItem, PurchaseOrderVersion, PurchaseOrder]),
    ApprovalsModule,
    DocumentsModule,
    PdfModule,
    UsersModule,
    VendorsModule,
  ],
  controllers: [
    PurchaseOrdersController,
    PurchaseOrderActionsController,
    PurchaseOrderItemsController,
    AmendmentsController,
    VendorOrdersController,
    OrderPdfController,
    OrderExternalIdsController,
  ],
  providers: [
    PurchaseOrdersService,
    PurchaseOrdersRepository,
    PurchaseOrdersQueries,
    OrderApprovalService,
    OpenStepsService,
    PendingOrders,
    PendingAmendments,
    AmendmentsService,
    AmendmentProposals,
    AmendmentsRepository,
    AmendmentsQueries,
    OrderClosingService,
    OrderProgressService,
    OrderEffects,
    OrderExternalIdsService,
    OrderPorts,
  ],
  exports: [
    AmendmentsQueries,
    PurchaseOrdersQueries,
    OrderProgressService,
    OrderPorts,
    PurchaseOrdersService,
    OrderApprovalService,
  ],
})
export class PurchaseOrdersModule implements OnModuleInit {
  constructor(
    private readonly documents: DocumentPorts,
    private readonly users: UserPorts,
    private readonly vendors: VendorPorts,
    private readonly orders: PurchaseOrdersRepository,
    private readonly openSteps: OpenStepsService,
    private readonly approvals: ApprovalPorts,
    private readonly pendingOrders: PendingOrders,
    private readonly pendingAmendments: PendingAmendments,
  ) {}

  onModuleInit(): void {
    this.documents.orders = this.orders;
    this.users.openSteps = this.openSteps;
    this.vendors.orders = { spentSql };
    this.approvals.orders = this.pendingOrders;
    this.approvals.amendments = this.pendingAmendments;
  }
}
