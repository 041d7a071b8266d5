import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth';
import { BudgetsModule } from '../budgets';
import { DepartmentsModule } from '../departments';
import { DocumentsModule } from '../documents';
import { InvoicesModule } from '../invoices';
import { ProjectsModule } from '../projects';
import { PurchaseOrdersModule } from '../purchase-orders';
import { UsersModule } from '../users';
import { VendorsModule } from '../vendors';
import { Import } from './entities/import.entity';
import { ImportError } from './entities/import-error.entity';
import { Inspections } from './files/inspections';
import { ImportFileGuard } from './http/import-file.guard';
import { ImportUploads } from './http/import-uploads';
import { ImportsController } from './imports.controller';
import { ImportsQueries } from './imports.queries';
import { ImportsRepository } from './imports.repository';
import { ImportsService } from './imports.service';
import { InvoiceKind, OrderKind } from './kinds/document-kinds';
import { ImportKinds } from './kinds/kinds';
import { BudgetKind, DepartmentKind, ProjectKind, UserKind, VendorKind } from './kinds/plain-kinds';
import { ImportPruning } from './running/import-pruning';
import { ImportRecords } from './running/import-records';
import { ImportRunner } from './running/import-runner';
import { RefusedRows } from './running/refused-rows';

/** Records created and changed from a file. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Import, ImportError]),
    AuthModule,
    DepartmentsModule,
    ProjectsModule,
    UsersModule,
    VendorsModule,
    BudgetsModule,
    PurchaseOrdersModule,
    InvoicesModule,
    DocumentsModule,
  ],
  controllers: [ImportsController],
  providers: [
    ImportsService,
    ImportsRepository,
    ImportsQueries,
    ImportRunner,
    ImportRecords,
    RefusedRows,
    ImportPruning,
    ImportFileGuard,
    ImportUploads,
    Inspections,
    ImportKinds,
    DepartmentKind,
    ProjectKind,
    UserKind,
    VendorKind,
    BudgetKind,
    OrderKind,
    InvoiceKind,
  ],
  exports: [ImportsService, ImportsQueries],
})
export class ImportsModule {}
