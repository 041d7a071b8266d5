import { Injectable, Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { TokenAuthority, TokenEpochs } from '../../../organisation/auth';
import { DomainError } from '../../../common/errors';
import { AuditLog, NumberSeries, type Transaction, UnitOfWork } from '../../../platform/database';
import { StoredFiles } from '../../../procurement/documents';
import { toDomainError } from '../../../platform/http';
import { KeptLease, LostLease, Periodic, type Repetition, Stopped } from '../../../platform/periodic';
import { asJob, inTraceOf } from '../../../platform/tracing';
import type { Import } from '../entities/import.entity';
import { ImportsRepository, type Leased, type Progress } from '../imports.repository';
import { ImportKinds } from '../kinds/kinds';
import type { FileRecord } from '../kinds/file-record';
import { Batch, type Outcome, RefusedInBatch } from './batch';
import { inBatches } from './batches';
import { ImportRecords } from './import-records';

const EVERY = 1000;

/** How long an import is worked at before the other tenants' have their turn. */
const TURN_MILLISECONDS = 2000;

/** How long it rests after a batch, as a share of what the batch took: requests of others run meanwhile. */
const REST = 1;

/**
 * Attempts in a row that get no further, after which an import is given up; and the first pause between two. An attempt is counted
 * when it begins: one that its process does not survive counts, too.
 */
const MOST_ATTEMPTS = 6;
const FIRST_PAUSE = 2000;

/** Thrown to roll a trial's batch back. */
class Undone extends Error {
  constructor(readonly outcome: Outcome) {
    super('A trial is rolled back');
  }
}

/**
 * Does the imports: each process one at a time, in short turns among tenants. Rows, progress and errors of a batch are one
 * transaction, so that an import goes on after a kill where the last commit left it.
 */
@Injectable()
export class ImportRunner {
  private readonly log = new Logger(ImportRunner.name);
  private readonly running: Repetition;

  constructor(
    private readonly unitOfWork: UnitOfWork,
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
    this.running = periodic.add({
      name: 'Imports',
      every: EVERY,
      runsAtStart: true,
      onlyInWorkers: true,
      failure: 'An import could not be taken up; it waits',
      run: () => this.runAll(),
    });
  }

  /** Works at all imports that are due, a turn each, until none is left or the process stops. */
  async runAll(): Promise<void> {
    while (!this.running.stopped && (await this.turn()));
  }

  /**
   * Works at one import for a turn.
   * @returns false when none is due
   */
  async turn(): Promise<boolean> {
    const leased = await this.imports.claim(randomUUID());
    if (!leased) return false;
    await asJob('Import', { tenant: leased.tenantId, import_id: leased.id }, async () => {
      const lease = new KeptLease(
        () => this.imports.renew(leased),
        () => this.running.stopped,
      );
      try {
        await this.workAt(leased, lease);
      } catch (error) {
        if (!(error instanceof LostLease)) await this.failed(leased, error);
      } finally {
        lease.end();
      }
    });
    return true;
  }

  private async workAt(leased: Leased, lease: KeptLease): Promise<void> {
    const job = await this.unitOfWork.run(leased.tenantId, (tx) => this.imports.hold(tx, leased));
    if (job.attempts > MOST_ATTEMPTS) {
      await this.unitOfWork.run(leased.tenantId, (tx) => this.end(tx, leased, 'INTERNAL_ERROR'));
      return;
    }
    // An import takes many turns, each a trace that links to the request's.
    const span = {
      name: `import ${job.resource}`,
      attributes: { 'import.id': job.id, 'import.position': job.position },
    };
    await inTraceOf({ traceparent: job.traceparent, continues: false }, span, () => this.takeTurn(leased, job, lease));
  }

  private async takeTurn(leased: Leased, job: Import, lease: KeptLease): Promise<void> {
    const kind = this.kinds.of(job.resource);
    const until = performance.now() + TURN_MILLISECONDS;
    const remaining = await this.records.remaining(job, kind, lease);
    let position = job.position;
    let guarded = false;
    for await (const records of inBatches(remaining, kind, position)) {
      const began = performance.now();
      const { end, endLine: line } = records.at(-1) as FileRecord;
      const count = records.reduce((sum, record) => sum + record.lines.length, 0);
      const outcome = await this.write(
        leased,
        job,
        records,
        { from: position, position: end, line, rows: count },
        guarded,
      );
      position = end;
      // Where rows are refused, more will be.
      guarded = outcome.rowsFailed > 0;
      if (performance.now() > until || this.running.stopped) break;
      await sleep((performance.now() - began) * REST);
    }
    await this.unitOfWork.run(leased.tenantId, async (tx) => {
      const { rowsDone, rowsTotal } = await this.imports.hold(tx, leased);
      if (rowsDone === rowsTotal) await this.end(tx, leased, null);
      // A turn that read nothing would be followed by another one for ever.
      else if (position === job.position) throw new Error('The file of an import ends before its last row');
      else await this.imports.giveBack(tx, leased, 0);
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
        kind.changesPower ? this.authority.confirmAlone(tx, actor) : this.authority.confirm(tx, actor),
        this.requireAt(tx, leased, progress),
      ]);
      // The tables grow while plans are kept: one made for a small table would read all of it, again for each batch.
      await tx.query(PLAN_ANEW);
      tx.tellsSubscribers = job.webhooks;
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

  /** @throws LostLease unless the import is this process's and stands where the batch begins */
  private async requireAt(tx: Transaction, leased: Leased, { from }: Progress): Promise<void> {
    const { position } = await this.imports.hold(tx, leased);
    if (position !== from) throw new LostLease();
  }

  private async end(tx: Transaction, leased: Leased, failure: string | null): Promise<void> {
    const job = await this.imports.hold(tx, leased);
    const { resource, rowsDone, rowsFailed, created, changed, unchanged, warnings } = job;
    // Refused rows are read from it again.
    const keepsFile = job.format === 'csv' && rowsFailed + warnings > 0;
    await this.imports.end(tx, leased, failure, keepsFile);
    if (!keepsFile) await this.files.release(tx, objectOf(job));
    await this.audit.record(tx, job.actor, {
      action: failure === null ? 'finished' : 'failed',
      entityType: 'import',
      entityId: job.id,
      details: { resource, rows_done: rowsDone, rows_failed: rowsFailed, created, changed, unchanged, warnings },
    });
  }

  /** Tries again later, or gives the import up: at once where whoever started it may not any more. */
  private async failed(leased: Leased, error: unknown): Promise<void> {
    const { code } = toDomainError(error);
    const isForGood = error instanceof DomainError && FINAL.includes(code);
    if (!(error instanceof Stopped)) this.log.warn({ err: error }, 'A turn of an import failed');
    await this.unitOfWork
      .run(leased.tenantId, async (tx) => {
        // None where a batch was written before the one that failed.
        const attempts = Math.max(1, (await this.imports.hold(tx, leased)).attempts);
        // A stop is no attempt.
        if (error instanceof Stopped) await this.imports.giveBack(tx, leased, attempts - 1);
        else if (isForGood || attempts >= MOST_ATTEMPTS) await this.end(tx, leased, code);
        else await this.imports.giveBack(tx, leased, attempts, FIRST_PAUSE * 2 ** (attempts - 1));
      })
      .catch((fault: unknown) => {
        if (!(fault instanceof LostLease)) throw fault;
      });
  }
}

/** Has PostgreSQL plan each statement of the transaction for the tables as they are. */
const PLAN_ANEW = `SELECT set_config('plan_cache_mode', 'force_custom_plan', true)`;

/** Whoever started the import may not do so any more. */
const FINAL: readonly string[] = ['UNAUTHENTICATED', 'FORBIDDEN_ABILITY', 'ROLE_NOT_PERMITTED'];

function objectOf({ objectId }: Import): number {
  if (objectId === null) throw new Error('An import that has not ended has a file');
  return objectId;
}
