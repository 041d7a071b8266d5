import type { TenantId } from '../../../common/records/ids';
import { withFacts } from '../../tracing';
import { isTenantShut } from '../connection/errors';
import { query, type Query } from '../connection/statement';
import type { UnitOfWork } from '../transaction/unit-of-work';

export interface TenantWalk {
  /** The last tenant of an earlier, stopped walk; this one begins after it. */
  readonly after?: TenantId | undefined;
  readonly isStopped?: () => boolean;
  readonly at?: (done: number, total: number) => void;
}

export interface Walked {
  readonly tenants: number;
  readonly complete: boolean;
  /** Null if the walk is complete. */
  readonly stopped_after: TenantId | null;
}

/** Visits tenants in the order of their ids. @throws the first error of the work, at once */
export async function walkTenants(
  unitOfWork: UnitOfWork,
  walk: TenantWalk,
  work: (tenantId: TenantId) => Promise<unknown>,
): Promise<Walked> {
  const rows = await unitOfWork.unscoped<{ id: TenantId }>(query('SELECT all_tenants() AS id'));
  const ids = rows.map(({ id }) => id);
  return visitTenants(ids, walk, work);
}

/** @param ids in ascending order */
export async function visitTenants(
  ids: readonly TenantId[],
  { after, isStopped = () => false, at = () => undefined }: TenantWalk,
  work: (tenantId: TenantId) => Promise<unknown>,
): Promise<Walked> {
  const left = after === undefined ? ids : ids.filter((id) => id > after);
  at(0, left.length);
  for (const [index, id] of left.entries()) {
    if (isStopped()) return { tenants: index, complete: false, stopped_after: left[index - 1] ?? after ?? null };
    await work(id);
    at(index + 1, left.length);
  }
  return { tenants: left.length, complete: true, stopped_after: null };
}

/**
 * Runs periodic work for the given tenants, one after the other, until the process stops. Skips a sandbox tenant during
 * its reset; the next period handles it.
 * @param tenants a query of the tenants with such work, as `id`: with many tenants, a transaction for each idle one
 * would take minutes
 * @throws AggregateError after the last tenant, with the errors of the failed ones
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

export interface Deletion {
  /** Deletes and returns a limited number of rows. Parameters: tenant, the time before which rows are old. */
  readonly statement: string;
  readonly before: Date;
  readonly most: number;
  readonly isStopped: () => boolean;
}

/** Deletes a tenant's old rows in several transactions, so that locks are short. */
export async function deleteOldRows(
  unitOfWork: UnitOfWork,
  tenantId: TenantId,
  { statement, before, most, isStopped }: Deletion,
): Promise<void> {
  while (!isStopped()) {
    const gone = await unitOfWork.run(tenantId, (tx) => tx.query(statement, [tenantId, before]));
    if (gone.length < most) return;
  }
}
