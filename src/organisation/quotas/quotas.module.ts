import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DailyCount } from './entities/daily-count.entity';
import { DailyAllowance } from './daily-allowance';
import { TenantQuotas } from './tenant-quotas.sql';

/** Limits of a tenant for shared resources: storage, invitations, mail. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([DailyCount])],
  providers: [TenantQuotas, DailyAllowance],
  exports: [TenantQuotas, DailyAllowance],
})
export class QuotasModule {}
