import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApprovalsModule } from '../../procurement/approvals';
import { AuditModule } from '../../history/audit';
import { AuthModule } from '../../organisation/auth';
import { BudgetsModule } from '../../procurement/budgets';
import { ChangesModule } from '../../history/changes';
import { DepartmentsModule } from '../../organisation/departments';
import { DocumentsModule } from '../../procurement/documents';
import { GoodsReceiptsModule } from '../../procurement/goods-receipts';
import { InvoicesModule } from '../../procurement/invoices';
import { ProjectsModule } from '../../organisation/projects';
import { PurchaseOrdersModule } from '../../procurement/purchase-orders';
import { RolesModule } from '../../organisation/roles';
import { SettingsModule } from '../../organisation/settings';
import { UsersModule } from '../../organisation/users';
import { VendorsModule } from '../../procurement/vendors';
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
    // The webhooks module depends on the environment and cannot be imported twice. These queries need nothing from it.
    WebhooksQueries,
    DeliveriesQueries,
  ],
  exports: [ExportsService, ExportsQueries],
})
export class ExportsModule {}
