export { TENANT_LIFECYCLE, type TenantAction } from './domain/tenant-lifecycle';
export {
  type FiscalCalendar,
  type FiscalYearRule,
  fiscalYearsOf,
  storedBy,
  storedFiscalYear,
} from './domain/fiscal-calendar';
export { FiscalYears } from './fiscal-years';
export type { Plan, Tenant } from './entities/tenant.entity';
export {
  CONTROL_PROFILES,
  type ControlProfile,
  INITIAL_SETTINGS,
  type Settings,
  withControls,
  withInitialValues,
} from './settings';
export { type TenantProfile, TenantSettings } from './tenant-settings';
export { TenantsModule } from './tenants.module';
export { TenantsRepository } from './tenants.repository';
