export { DailyAllowance } from './daily-allowance';
export { BYTES_OF_MB, inMb, isQuota, QUOTA_NAMES, type QuotaName } from './domain/quotas';
export { QuotasModule } from './quotas.module';
export { type QuotaChanges, TenantQuotas, type QuotaUsage } from './tenant-quotas.sql';
