export { ProvisioningModule } from './provisioning.module';
export { ProvisioningError, TenantsService, type ProvisionedTenant } from './tenants.service';
