export { ProvisioningModule } from './provisioning.module';
export { manifestDigest, TenantExport } from './archive/tenant-export';
export { TenantImport } from './archive/tenant-import';
export { TenantErasure } from './erasure/tenant-erasure';
export { type ListedTenant, TenantDirectory } from './operators/tenant-directory';
export { UserAnonymisation } from './people/user-anonymisation';
export { ProvisioningError } from './provisioning-error';
export { TenantsService, type NewTenant, type ProvisionedTenant } from './tenants.service';
