import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Tenant } from './entities/tenant.entity';
import { TenantSettings } from './tenant-settings';
import { TenantsRepository } from './tenants.repository';
import { TenantsService } from '../provisioning/tenants.service';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Tenant])],
  providers: [TenantsService, TenantsRepository, TenantSettings],
  exports: [TenantsService, TenantSettings],
})
export class TenantsModule {}
