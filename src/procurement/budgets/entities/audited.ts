import { EXTERNAL_FIELDS } from '../../../common/records/external';
import { Audited } from '../../../common/records/audited';
import { toNumber } from '../../../common/money';
import type { Budget } from './budget.entity';

/** What the audit log keeps of a budget. Its running amounts are in its ledger, a movement for each change of them. */
export const BUDGET_FIELDS = new Audited<Budget>({
  name: 'name',
  currency: 'currency',
  allocated_amount: 'allocatedAmount',
  department_id: 'departmentId',
  fiscal_year: 'fiscalYear',
  status: 'status',
  category: 'category',
  notes: 'notes',
  allocations: ({ allocatedCapex: capex = null, allocatedOpex: opex = null }) => ({
    capex: capex && toNumber(capex),
    opex: opex && toNumber(opex),
  }),
  alert_thresholds: 'alertThresholds',
  activated_at: 'activatedAt',
  carried_to_id: 'carriedToId',
  ...EXTERNAL_FIELDS,
});
