import type { TenantId } from '../../../common/records/ids';
import type { UnitOfWork } from '../transaction/unit-of-work';

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
