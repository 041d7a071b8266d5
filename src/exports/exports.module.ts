import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApprovalsModule } from '../approvals';
import { AuditModule } from '../audit';
import { AuthModule } from '../auth';
import { BudgetsModule } from '../budgets';
import { ChangesModule } from '../changes';
import { DepartmentsModule } from '../departments';
import { DocumentsModule } from '../documents';
import { GoodsReceiptsModule } from '../goods-receipts';
import { InvoicesModule } from '../invoices';
import { ProjectsModule } from '../projects';
import { PurchaseOrdersModule } from '../purchase-orders';
import { RolesModule } from '../roles';
import { SettingsModule } from '../settings';
import { UsersModule } from '../users';
import { VendorsModule } from '../vendors';
import { DeliveriesQueries, WebhooksQueries } from '../webhooks';
import { ExportFile } from './entities/export-file.entity';
import { Export } from './entities/export.entity';
import { ExportsController } from './exports.controller';
import { ExportsQueries } from './exports.queries';
import { ExportsRepository } from './exports.repository';
import { ExportsService } from './exports.service';
import { ExportedRecords } from './records/records';
import { ExportRunner } from './running/export-runner';
import { OldExportFiles } from './running/old-files';

/** Records of the tenant written to files. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Export, ExportFile]),
    ApprovalsModule,
    AuditModule,
    AuthModule,
    BudgetsModule,
    ChangesModule,
    DepartmentsModule,
    DocumentsModule,
    GoodsReceiptsModule,
    InvoicesModule,
    ProjectsModule,
    PurchaseOrdersModule,
    RolesModule,
    SettingsModule,
    UsersModule,
    VendorsModule,
  ],
  controllers: [ExportsController],
  providers: [
    ExportsService,
    ExportsRepository,
    ExportsQueries,
    ExportedRecords,
    ExportRunner,
    OldExportFiles,
    // The module of webhooks is made with the environment and cannot be imported again; these reads need nothing of it.
    WebhooksQueries,
    DeliveriesQueries,
  ],
  exports: [ExportsService, ExportsQueries],
})
export class ExportsModule {}
