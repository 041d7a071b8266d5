import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { TokenAuthority, TokenEpochs } from '../../../organisation/auth';
import {
  AuditLog,
  type JobKind,
  JobRunner,
  type RenewedLease,
  type Leased,
  LostLease,
  NumberSeries,
  type Transaction,
  UnitOfWork,
} from '../../../platform/database';
import { StoredFiles } from '../../../procurement/documents';
import { Periodic } from '../../../platform/periodic';
import type { SpanOptions } from '../../../platform/tracing';
import type { Import } from '../entities/import.entity';
import { ImportsRepository, type Progress } from '../imports.repository';
import { ImportKinds } from '../kinds/kinds';
import type { FileRecord } from '../kinds/file-record';
import { Batch, type Outcome, RefusedInBatch } from './batch';
import { inBatches } from './batches';
import { ImportRecords } from './import-records';

const IMPORTS: JobKind = {
  work: 'Imports',
  name: 'Import',
  idName: 'import_id',
  claimFailed: 'An import could not be taken up; it waits',
  attemptFailed: 'A turn of an import failed',
  mostAttempts: 6,
  firstPause: 2000,
  // The user who started the import has lost the right to do so.
  finalCodes: ['UNAUTHENTICATED', 'FORBIDDEN_ABILITY', 'ROLE_NOT_PERMITTED'],
};

/** How long an import runs before those of other tenants get a turn. */
const TURN_MILLISECONDS = 2000;

/** Pause after a batch, as a multiple of its duration, so that requests of others can run. */
const REST = 1;

/** Thrown to roll back a batch of a dry run. */
class Undone extends Error {
  constructor(readonly outcome: Outcome) {
    super('A trial is rolled back');
  }
}

/** Rows, progress and errors of a batch are one transaction, so that an import resumes at the last commit. */
@Injectable()
export class ImportRunner extends JobRunner<Import> {
  constructor(
    unitOfWork: UnitOfWork,
    private readonly imports: ImportsRepository,
    private readonly kinds: ImportKinds,
    private readonly files: StoredFiles,
    private readonly records: ImportRecords,
    private readonly authority: TokenAuthority,
    private readonly epochs: TokenEpochs,
    private readonly numbers: NumberSeries,
    private readonly audit: AuditLog,
    periodic: Periodic,
  ) {
    super(unitOfWork, imports, IMPORTS, periodic);
  }

  protected spanOf(job: Import): SpanOptions {
    const attributes = { 'import.id': job.id, 'import.position': job.position };
    return { name: `import ${job.resource}`, attributes };
  }

  protected fail(tx: Transaction, leased: Leased, job: Import, failure: string): Promise<void> {
    return this.end(tx, leased, job, failure);
  }

  protected async workAt(leased: Leased, job: Import, lease: Pick<RenewedLease, 'require'>): Promise<void> {
    const kind = this.kinds.of(job.resource);
    const until = performance.now() + TURN_MILLISECONDS;
    const remaining = await this.records.remaining(job, kind, lease);
    let position = job.position;
    let guarded = false;
    for await (const records of inBatches(remaining, kind, position)) {
      const began = performance.now();
      const { end, endLine: line } = records.at(-1) as FileRecord;
      const count = records.reduce((sum, record) => sum + record.lines.length, 0);
      const progress = { from: position, position: end, line, rows: count };
      const outcome = await this.write(leased, job, records, progress, guarded);
      position = end;
      // If rows are rejected, more are likely to follow.
      guarded = outcome.rowsFailed > 0;
      if (performance.now() > until || this.running.stopped) break;
      await sleep((performance.now() - began) * REST);
    }
    await this.unitOfWork.run(leased.tenantId, async (tx) => {
      const held = await this.imports.hold(tx, leased);
      if (held.rowsDone === held.rowsTotal) await this.end(tx, leased, held, null);
      // A turn that read nothing would repeat forever.
      else if (position === job.position) throw new Error('The file of an import ends before its last row');
      else await this.imports.release(tx, leased, 0);
    });
  }

  private async write(
    leased: Leased,
    job: Import,
    records: readonly FileRecord[],
    progress: Progress,
    guarded: boolean,
  ): Promise<Outcome> {
    try {
      const trial = () => this.inTransaction(leased, job, records, progress, guarded);
      return await (job.dryRun ? this.numbers.pretend(trial) : trial());
    } catch (error) {
      if (error instanceof RefusedInBatch) return this.write(leased, job, records, progress, true);
      if (!(error instanceof Undone)) throw error;
      await this.unitOfWork.run(leased.tenantId, async (tx) => {
        await this.requireAt(tx, leased, progress);
        await this.imports.advance(tx, leased, progress, error.outcome);
      });
      return error.outcome;
    }
  }

  private inTransaction(
    leased: Leased,
    job: Import,
    records: readonly FileRecord[],
    progress: Progress,
    guarded: boolean,
  ): Promise<Outcome> {
    const kind = this.kinds.of(job.resource);
    const { actor, approve, invite } = job;
    const options = { approve, invite, comments: `Import ${job.id}` };
    return this.unitOfWork.run(leased.tenantId, async (tx) => {
      await Promise.all([
        kind.changesPower ? this.authority.recheckTokenExclusively(tx, actor) : this.authority.recheckToken(tx, actor),
        this.requireAt(tx, leased, progress),
      ]);
      // The tables grow while plans are cached: a plan for a small table would scan the large one in each batch.
      await tx.query(PLAN_ANEW);
      tx.notifiesSubscribers = job.webhooks;
      const how = { options, isCsv: job.format === 'csv', guarded };
      const outcome = await new Batch(this.unitOfWork, tx, actor, kind, how).write(records);
      if (job.dryRun) {
        await tx.finish();
        await tx.answered();
        throw new Undone(outcome);
      }
      await this.imports.advance(tx, leased, progress, outcome);
      if (kind.changesPower) this.epochs.advance(tx);
      return outcome;
    });
  }

  /** @throws LostLease unless this process has the lease and the import is at the start of the batch */
  private async requireAt(tx: Transaction, leased: Leased, { from }: Progress): Promise<void> {
    const { position } = await this.imports.hold(tx, leased);
    if (position !== from) throw new LostLease();
  }

  private async end(tx: Transaction, leased: Leased, job: Import, failure: string | null): Promise<void> {
    const { resource, rowsDone, rowsFailed, created, changed, unchanged, warnings } = job;
    // The list of rejected rows reads the file again.
    const keepsFile = job.format === 'csv' && rowsFailed + warnings > 0;
    await this.imports.finish(tx, leased, failure, keepsFile);
    if (!keepsFile) await this.files.release(tx, objectOf(job));
    await this.audit.record(tx, job.actor, {
      action: failure === null ? 'finished' : 'failed',
      entityType: 'import',
      entityId: job.id,
      details: { resource, rows_done: rowsDone, rows_failed: rowsFailed, created, changed, unchanged, warnings },
    });
  }
}

/** Makes PostgreSQL plan each statement of the transaction for the current table sizes. */
const PLAN_ANEW = `SELECT set_config('plan_cache_mode', 'force_custom_plan', true)`;

function objectOf({ objectId }: Import): number {
  if (objectId === null) throw new Error('An import that has not ended has a file');
  return objectId;
}
