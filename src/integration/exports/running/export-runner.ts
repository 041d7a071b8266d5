import { Injectable } from '@nestjs/common';
import { TokenAuthority } from '../../../organisation/auth';
import { ChangesQueries } from '../../../history/changes';
import { DomainError } from '../../../common/errors';
import {
  AuditLog,
  type JobKind,
  JobRunner,
  type RenewedLease,
  LaggingReads,
  type Leased,
  type Transaction,
  UnitOfWork,
} from '../../../platform/database';
import { StoredFiles } from '../../../procurement/documents';
import { Periodic } from '../../../platform/periodic';
import type { SpanOptions } from '../../../platform/tracing';
import { MOST_MINUTES } from '../domain/export';
import type { Export } from '../entities/export.entity';
import { ExportsRepository } from '../exports.repository';
import { ExportedRecords } from '../records/records';
import { type WrittenFile, ExportFolder } from './export-folder';

const EXPORTS: JobKind = {
  work: 'Exports',
  name: 'Export',
  idName: 'export_id',
  claimFailed: 'An export could not be taken up; it waits',
  attemptFailed: 'An attempt at an export failed',
  mostAttempts: 4,
  firstPause: 5000,
  // The user has lost the right to export, the files exceed the storage quota, or the export takes too long.
  finalCodes: ['UNAUTHENTICATED', 'FORBIDDEN_ABILITY', 'ROLE_NOT_PERMITTED', 'VALIDATION_ERROR', 'EXPORT_TOO_LARGE'],
};

type ExportLease = RenewedLease<Partial<Export>>;

interface Written {
  readonly written: readonly WrittenFile[];
  readonly changesCursor: string;
}

/** Writes the exports. A failed attempt starts again from the beginning. */
@Injectable()
export class ExportRunner extends JobRunner<Export> {
  constructor(
    unitOfWork: UnitOfWork,
    private readonly reads: LaggingReads,
    private readonly exports: ExportsRepository,
    private readonly records: ExportedRecords,
    private readonly changes: ChangesQueries,
    private readonly files: StoredFiles,
    private readonly authority: TokenAuthority,
    private readonly audit: AuditLog,
    periodic: Periodic,
  ) {
    super(unitOfWork, exports, EXPORTS, periodic);
  }

  protected spanOf(job: Export): SpanOptions {
    return { name: 'export', attributes: { 'export.id': job.id, 'export.attempt': job.attempts } };
  }

  protected async workAt(leased: Leased, job: Export, lease: ExportLease): Promise<void> {
    const folder = new ExportFolder();
    lease.progress = () => ({ rows: folder.rows });
    try {
      await this.writeAll(leased, job, lease, folder);
    } finally {
      await folder.close();
    }
  }

  protected fail(tx: Transaction, leased: Leased, job: Export, failure: string): Promise<void> {
    return this.end(tx, leased, job, { failure, rows: 0, changesCursor: null });
  }

  /** Deletes files that an earlier attempt has stored. */
  protected override async clear(tx: Transaction, { id }: Leased): Promise<void> {
    for (const objectId of await this.exports.removeFiles(tx, id)) await this.files.release(tx, objectId);
  }

  private async writeAll(leased: Leased, job: Export, lease: ExportLease, folder: ExportFolder): Promise<void> {
    await this.unitOfWork.run(leased.tenantId, (tx) => this.authority.recheckToken(tx, job.actor));
    const { written, changesCursor } = await this.write(leased, job, lease, folder);
    for (const file of written) {
      lease.require();
      await this.store(leased, file);
      await folder.remove(file);
    }
    const { rows } = folder;
    await this.unitOfWork.run(leased.tenantId, async (tx) => {
      await Promise.all([this.authority.recheckToken(tx, job.actor), this.exports.hold(tx, leased)]);
      await this.end(tx, leased, job, { failure: null, rows, changesCursor });
    });
  }

  /**
   * Reads all records and the cursor of the change feed from one snapshot. A cursor from the primary would be later
   * than a replica's snapshot, and changes in between would be missed.
   */
  private async write(leased: Leased, job: Export, lease: ExportLease, folder: ExportFolder): Promise<Written> {
    const until = performance.now() + MOST_MINUTES * 60_000;
    const counted = (): void => {
      lease.require();
      if (performance.now() > until) throw tooLarge();
    };
    // A replica may cancel a long read. The next attempt uses the primary.
    const reads = job.attempts > 1 ? this.unitOfWork : this.reads;
    return reads.snapshot(leased.tenantId, async (tx) => {
      const changesCursor = await this.changes.now(tx);
      const written: WrittenFile[] = [];
      const { format, forImport, actor: reader } = job;
      for (const resource of job.resources) {
        const kind = this.records.of(resource);
        written.push(await folder.write(tx, kind, { resource, format, forImport, reader, counted }));
      }
      return { written, changesCursor };
    });
  }

  private async store(leased: Leased, { resource, rows, path, size }: WrittenFile): Promise<void> {
    const file = { path, size, contentType: 'application/gzip' };
    await this.files.store(leased.tenantId, file, async (tx, { id: objectId }) => {
      await this.exports.hold(tx, leased);
      await this.exports.addFile(tx, { exportId: leased.id, resource, objectId, rows, size });
    });
  }

  private async end(
    tx: Transaction,
    leased: Leased,
    { actor, resources }: Export,
    ending: Parameters<ExportsRepository['finish']>[2],
  ): Promise<void> {
    await this.exports.finish(tx, leased, ending);
    await this.audit.record(tx, actor, {
      action: ending.failure === null ? 'finished' : 'failed',
      entityType: 'export',
      entityId: leased.id,
      details: { resources, rows: ending.rows },
    });
  }
}

function tooLarge(): DomainError {
  return new DomainError('EXPORT_TOO_LARGE', { key: 'exports.too_large', params: { minutes: MOST_MINUTES } });
}
