import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../../organisation/auth';
import { BudgetsModule } from '../../procurement/budgets';
import { DepartmentsModule } from '../../organisation/departments';
import { DocumentsModule } from '../../procurement/documents';
import { InvoicesModule } from '../../procurement/invoices';
import { ProjectsModule } from '../../organisation/projects';
import { PurchaseOrdersModule } from '../../procurement/purchase-orders';
import { UsersModule } from '../../organisation/users';
import { VendorsModule } from '../../procurement/vendors';
import { Import } from './entities/import.entity';
import { ImportError } from './entities/import-error.entity';
import { Inspections } from './files/inspect';
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
