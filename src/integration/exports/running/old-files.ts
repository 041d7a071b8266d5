import { Injectable } from '@nestjs/common';
import { isTenantShut, type JobRef, UnitOfWork } from '../../../platform/database';
import { StoredFiles } from '../../../procurement/documents';
import { Periodic, type Repetition } from '../../../platform/periodic';
import { ExportsRepository } from '../exports.repository';
import { removeAbandonedFolders } from './export-folder';

const EVERY = 60 * 60_000;
const AT_ONCE = 100;

/** Deletes export files after seven days, and local files of killed processes. The exports remain without files. */
@Injectable()
export class OldExportFiles {
  private readonly sweeping: Repetition;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly exports: ExportsRepository,
    private readonly files: StoredFiles,
    periodic: Periodic,
  ) {
    this.sweeping = periodic.add({
      name: 'Old files of exports',
      every: EVERY,
      runsAtStart: true,
      onlyInWorkers: true,
      failure: 'Old files of exports could not be removed',
      run: () => this.sweep(),
    });
  }

  /** Several processes may sweep at the same time: each step is idempotent. */
  async sweep(): Promise<void> {
    await removeAbandonedFolders();
    for (let removed = AT_ONCE; removed === AT_ONCE;) {
      removed = 0;
      for (const expired of await this.exports.expired(AT_ONCE)) {
        if (this.sweeping.stopped) return;
        removed += await this.remove(expired);
      }
    }
  }

  /** @returns the number of exports without files now; 0 for a sandbox being reset, which is retried in an hour */
  private async remove({ tenantId, id }: JobRef): Promise<number> {
    try {
      await this.unitOfWork.run(tenantId, async (tx) => {
        for (const objectId of await this.exports.removeFiles(tx, id)) await this.files.release(tx, objectId);
        await this.exports.forgetExpiry(tx, id);
      });
      return 1;
    } catch (error) {
      if (isTenantShut(error)) return 0;
      throw error;
    }
  }
}
