import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Tenant } from './entities/tenant.entity';
import { ScoresDay } from './scores-day';
import { TenantSettings } from './tenant-settings';
import { TenantsRepository } from './tenants.repository';
import { TenantsService } from './tenants.service';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Tenant])],
  providers: [TenantsService, TenantsRepository, TenantSettings, ScoresDay],
  exports: [TenantsService, TenantSettings, ScoresDay],
})
export class TenantsModule {}
