import { Global, Module } from '@nestjs/common';
import { TenantSettings } from './tenant-settings';
import { TenantsRepository } from './tenants.repository';
import { TenantsService } from './tenants.service';

@Global()
@Module({ providers: [TenantsService, TenantsRepository, TenantSettings], exports: [TenantsService, TenantSettings] })
export class TenantsModule {}
