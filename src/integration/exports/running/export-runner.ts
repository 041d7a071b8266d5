import { Injectable, Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { TokenAuthority } from '../../../organisation/auth';
import { ChangesCursor } from '../../../history/changes';
import { DomainError } from '../../../common/errors';
import { AuditLog, LaggingReads, type Transaction, UnitOfWork } from '../../../platform/database';
import { StoredFiles } from '../../../procurement/documents';
import { toDomainError } from '../../../platform/http';
import { KeptLease, LostLease, Periodic, type Repetition, Stopped } from '../../../platform/periodic';
import { asJob, inTraceOf } from '../../../platform/tracing';
import { MOST_MINUTES } from '../domain/export';
import type { Export } from '../entities/export.entity';
import { ExportsRepository, type Leased } from '../exports.repository';
import { ExportedRecords } from '../records/records';
import { type WrittenFile, ExportFolder } from './export-folder';

const EVERY = 1000;

/**
 * Attempts after which an export is given up; and the pause after the first. An attempt is counted when it begins: one that its
 * process does not survive counts, too.
 */
const MOST_ATTEMPTS = 4;
const FIRST_PAUSE = 5000;

/** What an attempt has read. */
interface Written {
  readonly written: readonly WrittenFile[];
  readonly changesCursor: string;
}

/** Writes the exports: each process one at a time, in turns among tenants. */
@Injectable()
export class ExportRunner {
  private readonly log = new Logger(ExportRunner.name);
  private readonly running: Repetition;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reads: LaggingReads,
    private readonly exports: ExportsRepository,
    private readonly records: ExportedRecords,
    private readonly cursor: ChangesCursor,
    private readonly files: StoredFiles,
    private readonly authority: TokenAuthority,
    private readonly audit: AuditLog,
    periodic: Periodic,
  ) {
    this.running = periodic.add({
      name: 'Exports',
      every: EVERY,
      runsAtStart: true,
      onlyInWorkers: true,
      failure: 'An export could not be taken up; it waits',
      run: () => this.runAll(),
    });
  }

  /** Writes all exports that are due, until none is left or the process stops. */
  async runAll(): Promise<void> {
    while (!this.running.stopped && (await this.turn()));
  }

  /**
   * Writes one export.
   * @returns false when none is due
   */
  async turn(): Promise<boolean> {
    const leased = await this.exports.claim(randomUUID());
    if (!leased) return false;
    await asJob('Export', { tenant: leased.tenantId, export_id: leased.id }, () => this.attempt(leased));
    return true;
  }

  private async attempt(leased: Leased): Promise<void> {
    const folder = new ExportFolder();
    const lease = new KeptLease(
      () => this.exports.advance(leased, folder.rows),
      () => this.running.stopped,
    );
    try {
      await this.workAt(leased, lease, folder);
    } catch (error) {
      if (!(error instanceof LostLease)) await this.failed(leased, error);
    } finally {
      lease.end();
      await folder.close();
    }
  }

  private async workAt(leased: Leased, lease: KeptLease, folder: ExportFolder): Promise<void> {
    const job = await this.unitOfWork.run(leased.tenantId, async (tx) => {
      const held = await this.exports.hold(tx, leased);
      // An attempt before may have stored some.
      await this.release(tx, leased);
      if (held.attempts > MOST_ATTEMPTS) await this.giveUp(tx, leased, held, 'INTERNAL_ERROR');
      return held;
    });
    if (job.attempts > MOST_ATTEMPTS) return;
    const span = { name: 'export', attributes: { 'export.id': job.id, 'export.attempt': job.attempts } };
    await inTraceOf({ traceparent: job.traceparent, continues: false }, span, () =>
      this.writeAll(leased, job, lease, folder),
    );
  }

  private async writeAll(leased: Leased, job: Export, lease: KeptLease, folder: ExportFolder): Promise<void> {
    await this.unitOfWork.run(leased.tenantId, (tx) => this.authority.confirm(tx, job.actor));
    const { written, changesCursor } = await this.write(leased, job, lease, folder);
    for (const file of written) {
      lease.require();
      await this.store(leased, file);
      await folder.remove(file);
    }
    const { rows } = folder;
    await this.unitOfWork.run(leased.tenantId, async (tx) => {
      await Promise.all([this.authority.confirm(tx, job.actor), this.exports.hold(tx, leased)]);
      await this.end(tx, leased, job, { failure: null, rows, changesCursor });
    });
  }

  /**
   * Reads everything from one snapshot into files of this machine, and in it where the feed of changes ended: on a replica that is
   * earlier than on the primary, and what was changed between would be missed.
   */
  private async write(leased: Leased, job: Export, lease: KeptLease, folder: ExportFolder): Promise<Written> {
    const until = performance.now() + MOST_MINUTES * 60_000;
    const counted = (): void => {
      lease.require();
      if (performance.now() > until) throw tooLarge();
    };
    // A replica ends a read that is in its way; the next attempt does not ask it.
    const reads = job.attempts > 1 ? this.unitOfWork : this.reads;
    return reads.snapshot(leased.tenantId, async (tx) => {
      const changesCursor = await this.cursor.now(tx);
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

  private async release(tx: Transaction, { id }: Leased): Promise<void> {
    for (const objectId of await this.exports.removeFiles(tx, id)) await this.files.release(tx, objectId);
  }

  private async end(
    tx: Transaction,
    leased: Leased,
    { actor, resources }: Export,
    ending: Parameters<ExportsRepository['end']>[2],
  ): Promise<void> {
    await this.exports.end(tx, leased, ending);
    await this.audit.record(tx, actor, {
      action: ending.failure === null ? 'finished' : 'failed',
      entityType: 'export',
      entityId: leased.id,
      details: { resources, rows: ending.rows },
    });
  }

  private giveUp(tx: Transaction, leased: Leased, job: Export, failure: string): Promise<void> {
    return this.end(tx, leased, job, { failure, rows: 0, changesCursor: null });
  }

  /** Begins anew later, or gives the export up: at once where another attempt would end the same. */
  private async failed(leased: Leased, error: unknown): Promise<void> {
    const { code } = toDomainError(error);
    const isForGood = error instanceof DomainError && FINAL.includes(code);
    if (!(error instanceof Stopped)) {
      this.log.warn({ err: error }, 'An attempt at an export failed');
    }
    await this.unitOfWork
      .run(leased.tenantId, async (tx) => {
        const job = await this.exports.hold(tx, leased);
        await this.release(tx, leased);
        const { attempts } = job;
        // A stop is no attempt.
        if (error instanceof Stopped) await this.exports.giveBack(tx, leased, attempts - 1);
        else if (isForGood || attempts >= MOST_ATTEMPTS) await this.giveUp(tx, leased, job, code);
        else await this.exports.giveBack(tx, leased, attempts, FIRST_PAUSE * 2 ** (attempts - 1));
      })
      .catch((fault: unknown) => {
        if (!(fault instanceof LostLease)) throw fault;
      });
  }
}

function tooLarge(): DomainError {
  return new DomainError('EXPORT_TOO_LARGE', { key: 'exports.too_large', params: { minutes: MOST_MINUTES } });
}

/** Whoever asked for it may not do so any more, its files do not fit the storage quota, or it takes too long. */
const FINAL: readonly string[] = [
  'UNAUTHENTICATED',
  'FORBIDDEN_ABILITY',
  'ROLE_NOT_PERMITTED',
  'VALIDATION_ERROR',
  'EXPORT_TOO_LARGE',
];
