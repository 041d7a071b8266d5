export { ProvisioningError } from './provisioning-error';
export { ProvisioningModule } from './provisioning.module';
export { TenantsService, type NewTenant, type ProvisionedTenant } from './tenants.service';
