export { ProvisioningModule } from './provisioning.module';
export { ProvisioningError, TenantsService, type NewTenant, type ProvisionedTenant } from './tenants.service';
