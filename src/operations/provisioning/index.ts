export { ProvisioningModule } from './provisioning.module';
export { type ExportOptions, manifestDigest, TenantExport } from './archive/tenant-export';
export { type ImportOptions, TenantImport } from './archive/tenant-import';
export { type ErasureOptions, TenantErasure } from './erasure/tenant-erasure';
export { type ListedTenant, TenantDirectory } from './tenant-directory';
export { type AnonymisationOptions, UserAnonymisation } from './people/user-anonymisation';
export { ProvisioningError } from './provisioning-error';
export { TenantsService, type NewTenant, type ProvisionedTenant } from './tenants.service';
