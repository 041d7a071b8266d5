import type { LifecycleTable } from '../../../common/records/lifecycle';

export type TenantStatus = 'active' | 'suspended';
export type TenantAction = 'suspend' | 'resume';

/** While a tenant is suspended, none of its tokens is valid. Both actions are idempotent. */
export const TENANT_LIFECYCLE: LifecycleTable<TenantStatus, TenantAction> = {
  suspend: { active: 'suspended', suspended: 'suspended' },
  resume: { active: 'active', suspended: 'active' },
};

export const INITIAL_TENANT_STATUS: TenantStatus = 'active';
