export { INITIAL_SETTINGS, SETTING_NAMES, settingsVersion, withInitialValues } from './settings';
export type { SettingName, Settings } from './settings';
export { ScoresDay } from './scores-day';
export { TenantSettings } from './tenant-settings';
export type { TenantProfile } from './tenant-settings';
export { TenantsModule } from './tenants.module';
export { ProvisioningError, TenantsService } from './tenants.service';
export type { NewTenant, ProvisionedTenant } from './tenants.service';
