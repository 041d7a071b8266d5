import { Module } from '@nestjs/common';
import { DepartmentsModule } from '../../organisation/departments';
import { DocumentsModule } from '../../procurement/documents';
import { UsersModule } from '../../organisation/users';
import { TenantExport } from './archive/tenant-export';
import { TenantImport } from './archive/tenant-import';
import { TenantErasure } from './erasure/tenant-erasure';
import { TenantDirectory } from './tenant-directory';
import { UserAnonymisation } from './people/user-anonymisation';
import { TenantsService } from './tenants.service';

@Module({
  imports: [DepartmentsModule, DocumentsModule, UsersModule],
  providers: [TenantsService, TenantDirectory, TenantExport, TenantImport, TenantErasure, UserAnonymisation],
})
export class ProvisioningModule {}
