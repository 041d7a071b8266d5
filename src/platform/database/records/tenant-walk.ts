import type { TenantId } from '../../../common/records/ids';
import { withFacts } from '../../tracing';
import { isTenantShut } from '../connection/errors';
import { query, type Query } from '../connection/statement';
import type { UnitOfWork } from '../transaction/unit-of-work';

/** How a command goes from tenant to tenant: it shows where it is, can be stopped between two, and goes on from there another time. */
export interface TenantWalk {
  /** The last tenant of an earlier walk that was stopped: begin behind it. */
  readonly after?: TenantId | undefined;
  /** Asked before each tenant. */
  readonly isStopped?: () => boolean;
  /** Told before the first tenant and after each. */
  readonly at?: (done: number, total: number) => void;
}

/** How far a walk came. */
export interface Walked {
  /** Tenants that were visited. */
  readonly tenants: number;
  /** Whether there are none left. */
  readonly complete: boolean;
  /** The last one that was visited, of a walk that was stopped; null when it came to the end. */
  readonly stopped_after: TenantId | null;
}

/** Does work for every tenant, one after the other, in the order of their ids. @throws what the work throws, at once */
export async function walkTenants(
  unitOfWork: UnitOfWork,
  walk: TenantWalk,
  work: (tenantId: TenantId) => Promise<unknown>,
): Promise<Walked> {
  const rows = await unitOfWork.unscoped<{ id: TenantId }>(query('SELECT all_tenants() AS id'));
  return visitTenants(
    rows.map(({ id }) => id),
    walk,
    work,
  );
}

/** The same for these tenants. @param ids in their order */
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

/** How rows that are no longer kept are deleted. */
export interface Deletion {
  /** Deletes so many rows at most, and returns them. Values: tenant, the time before which they are old. */
  readonly statement: string;
  readonly before: Date;
  readonly most: number;
  /** Whether the process is about to stop: then the rest is left for later. */
  readonly isStopped: () => boolean;
}

/** Deletes a tenant's old rows, some in a transaction, so that no lock is held for long. */
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
