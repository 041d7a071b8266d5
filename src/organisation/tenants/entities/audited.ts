import { Audited } from '../../../common/records/audited';
import type { Tenant } from './tenant.entity';

/** What the audit log keeps of a tenant; its settings have entries of their own. */
export const TENANT_FIELDS = new Audited<Tenant>({
  slug: 'slug',
  name: 'name',
  status: 'status',
  plan: 'plan',
  rate_table: 'rateTable',
  currency: 'currency',
});
