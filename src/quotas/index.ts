export { DailyAllowance } from './daily-allowance';
export { BYTES_OF_MB, inMb, isQuota } from './domain/quotas';
export type { QuotaName } from './domain/quotas';
export { QuotasModule } from './quotas.module';
export { TenantQuotas } from './tenant-quotas';
export type { QuotaChanges, QuotaUsage } from './tenant-quotas';
