export { DailyAllowance } from './daily-allowance';
export { BYTES_OF_MB, LEAST_QUOTA, MOST_QUOTA, inMb, isQuota } from './domain/quotas';
export type { QuotaName, Quotas } from './domain/quotas';
export { QuotasModule } from './quotas.module';
export { TenantQuotas } from './tenant-quotas';
export type { QuotaChanges, QuotaUsage } from './tenant-quotas';
