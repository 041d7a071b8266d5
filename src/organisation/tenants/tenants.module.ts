import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Tenant } from './entities/tenant.entity';
import { FiscalYears } from './fiscal-years';
import { TenantSettings } from './tenant-settings';
import { TenantsRepository } from './tenants.repository';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Tenant])],
  providers: [TenantsRepository, TenantSettings, FiscalYears],
  exports: [TenantsRepository, TenantSettings, FiscalYears],
})
export class TenantsModule {}
