import type { TenantId } from '../../../common/records/ids';
import { withFacts } from '../../tracing';
import { isTenantShut } from '../connection/errors';
import type { Query } from '../connection/statement';
import type { UnitOfWork } from '../transaction/unit-of-work';

/**
 * Does periodic work for each of some tenants, one after the other, until the process stops. A sandbox that is being reset is passed over:
 * the next period is its turn.
 * @param tenants finds those that have such work, as `id`: a transaction for each idle tenant would take minutes where there are many
 * @throws AggregateError, after the other tenants, of those whose work failed
 */
export async function forEachTenant(
  unitOfWork: UnitOfWork,
  tenants: Query,
  isStopped: () => boolean,
  work: (tenantId: TenantId) => Promise<unknown>,
): Promise<void> {
  const faults: unknown[] = [];
  for (const { id } of await unitOfWork.unscoped<{ id: TenantId }>(tenants)) {
    if (isStopped()) break;
    try {
      await withFacts({ tenant: id }, () => work(id));
    } catch (error) {
      if (!isTenantShut(error)) faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `It failed for ${faults.length} tenants`);
}
