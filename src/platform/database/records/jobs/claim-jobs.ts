import type { TenantId } from '../../../../common/records/ids';
import { query } from '../../connection/statement';
import type { UnitOfWork } from '../../transaction/unit-of-work';

export interface JobRef {
  readonly tenantId: TenantId;
  readonly id: number;
}

/** A lease that begins now. */
export interface Lease {
  readonly now: Date;
  /** Milliseconds until another process may claim the job. */
  readonly milliseconds: number;
}

/** @returns when the lease ends */
export const leaseEnd = ({ now, milliseconds }: Lease): Date => new Date(now.getTime() + milliseconds);

/**
 * Claims jobs that are due, of any tenant, until the lease ends.
 * @param claimFunction the SQL function that chooses them, counts the attempt and moves `due_at` to the end of the lease
 * @param last its last argument: the token of the lease, or how many jobs are claimed at most
 */
export function claimJobs(
  unitOfWork: UnitOfWork,
  claimFunction: string,
  lease: Lease,
  last: string | number,
): Promise<JobRef[]> {
  const claim = `SELECT tenant_id AS "tenantId", id FROM ${claimFunction}($1, $2, $3)`;
  return unitOfWork.unscoped<JobRef>(query(claim, [lease.now, leaseEnd(lease), last]));
}
