export { ProvisioningModule } from './provisioning.module';
export { ProvisioningError, TenantsService } from './tenants.service';
export type { NewTenant, ProvisionedTenant } from './tenants.service';
