export { ProvisioningModule } from './provisioning.module';
export { ProvisioningError, TenantsService } from './tenants.service';
export type { ProvisionedTenant } from './tenants.service';
