import type { TenantId } from '../../common/records/ids';
import { withFacts } from '../../tracing';
import { isTenantShut } from '../connection/errors';
import { query } from '../connection/statement';
import type { UnitOfWork } from '../transaction/unit-of-work';

/**
 * Does periodic work for each tenant, one after the other, until the process stops. A sandbox that is being reset is passed over:
 * the next period is its turn.
 * @param which `tenants_to_prune`: those that are under no legal hold
 * @throws AggregateError, after the other tenants, of those whose work failed
 */
export async function forEachTenant(
  unitOfWork: UnitOfWork,
  isStopped: () => boolean,
  work: (tenantId: TenantId) => Promise<unknown>,
  which: 'all_tenants' | 'tenants_to_prune' = 'all_tenants',
): Promise<void> {
  const faults: unknown[] = [];
  for (const { id } of await unitOfWork.unscoped<{ id: TenantId }>(query(`SELECT ${which}() AS id`))) {
    if (isStopped()) break;
    try {
      await withFacts({ tenant: id }, () => work(id));
    } catch (error) {
      if (!isTenantShut(error)) faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `It failed for ${faults.length} tenants`);
}
