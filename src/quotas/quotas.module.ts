import { Global, Module } from '@nestjs/common';
import { DailyAllowance } from './daily-allowance';
import { TenantQuotas } from './tenant-quotas';

/** What a tenant may use at most of what all tenants share: storage, invitations, mail. */
@Global()
@Module({ providers: [TenantQuotas, DailyAllowance], exports: [TenantQuotas, DailyAllowance] })
export class QuotasModule {}
