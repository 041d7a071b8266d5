export { TENANT_LIFECYCLE } from './domain/tenant-lifecycle';
export type { TenantAction, TenantStatus } from './domain/tenant-lifecycle';
export type { Plan, Tenant } from './entities/tenant.entity';
export { INITIAL_SETTINGS, SETTING_NAMES, settingsVersion, withInitialValues } from './settings';
export type { SettingName, Settings } from './settings';
export { TenantSettings } from './tenant-settings';
export type { TenantProfile } from './tenant-settings';
export { TenantsModule } from './tenants.module';
export { TenantsRepository } from './tenants.repository';
