import { Global, Module } from '@nestjs/common';
import { TenantSettings } from './tenant-settings';
import { TenantsService } from './tenants.service';

@Global()
@Module({ providers: [TenantsService, TenantSettings], exports: [TenantsService, TenantSettings] })
export class TenantsModule {}
