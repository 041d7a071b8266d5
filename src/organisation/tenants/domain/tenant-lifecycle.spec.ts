import { next } from '../../../common/records/lifecycle';
import { INITIAL_TENANT_STATUS, TENANT_LIFECYCLE, type TenantAction, type TenantStatus } from './tenant-lifecycle';

const LEADS_TO: Record<TenantAction, Record<TenantStatus, TenantStatus>> = {
  suspend: { active: 'suspended', suspended: 'suspended' },
  resume: { active: 'active', suspended: 'active' },
};
const STATUSES = Object.keys(LEADS_TO.suspend) as TenantStatus[];

describe('a tenant', () => {
  it.each(Object.keys(LEADS_TO) as TenantAction[])(
    'changes status with %s as in the table, from every status',
    (action) => {
      for (const status of STATUSES) expect(next(TENANT_LIFECYCLE, status, action)).toBe(LEADS_TO[action][status]);
    },
  );

  it('has only the actions tested above, and starts as active', () => {
    expect(Object.keys(TENANT_LIFECYCLE).sort()).toEqual(Object.keys(LEADS_TO).sort());
    expect(INITIAL_TENANT_STATUS).toBe('active');
  });
});
