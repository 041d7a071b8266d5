import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import type { TenantId } from '../../common/records/ids';
import { query, type Transaction, UnitOfWork } from '../../platform/database';
import { LostLease } from '../../platform/periodic';
import { currentTraceparent } from '../../platform/tracing';
import { MAX_ERRORS, type Severity } from './domain/import';
import { Import } from './entities/import.entity';
import type { Outcome } from './running/batch';
import type { RowError } from './running/row-errors';

/** How long a process that works at an import may say nothing before another takes it. */
const LEASE_MILLISECONDS = 60_000;

/** An import in the hands of this process. */
export interface Leased {
  readonly tenantId: TenantId;
  readonly id: number;
  readonly leaseToken: string;
}

/** How far a batch has come in its file. */
export interface Progress {
  /** Where the batch began, and the byte and line after it. */
  readonly from: number;
  readonly position: number;
  readonly line: number;
  /** Rows of the file. */
  readonly rows: number;
}

/** Imports and the errors of their rows. */
@Injectable()
export class ImportsRepository {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Writes a new import. */
  async insert(
    tx: Transaction,
    fields: Pick<
      Import,
      | 'resource'
      | 'format'
      | 'dryRun'
      | 'approve'
      | 'webhooks'
      | 'invite'
      | 'reading'
      | 'objectId'
      | 'headings'
      | 'size'
      | 'position'
      | 'line'
      | 'rowsTotal'
      | 'actor'
      | 'createdById'
    >,
  ): Promise<number> {
    const now = this.clock.now();
    const when = { dueAt: now, createdAt: now, traceparent: currentTraceparent() };
    const record = { ...fields, tenantId: tx.tenantId, status: 'queued' as const, ...when };
    return (await tx.repository(Import).save(record)).id;
  }

  /** How many imports of the tenant have not ended. Two that begin at once are counted one after the other. */
  async countOpen(tx: Transaction): Promise<number> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('imports/' || $1::text, 0))`, [tx.tenantId]);
    const [row] = await tx.query<{ open: number }>(
      `SELECT count(*)::int AS open FROM imports WHERE tenant_id = $1 AND status IN ('queued', 'running')`,
      [tx.tenantId],
    );
    return row?.open ?? 0;
  }

  /** Takes the import whose turn it is, of any tenant; undefined when none is due. */
  async claim(leaseToken: string): Promise<Leased | undefined> {
    const now = this.clock.now();
    const [row] = await this.unitOfWork.unscoped<{ tenant_id: TenantId; id: number }>(
      query('SELECT tenant_id, id FROM claim_import($1, $2, $3)', [now, this.leaseEnds(now), leaseToken]),
    );
    return row && { tenantId: row.tenant_id, id: row.id, leaseToken };
  }

  /** The import as it stands, locked until the transaction ends. @throws LostLease when it is another's */
  async hold(tx: Transaction, { id, leaseToken }: Leased): Promise<Import> {
    const found = await tx
      .repository(Import)
      .findOne({ where: { tenantId: tx.tenantId, id, leaseToken }, lock: { mode: 'pessimistic_write' } });
    if (!found) throw new LostLease();
    return found;
  }

  /** Keeps the lease. @throws LostLease when it is another's */
  async renew(leased: Leased): Promise<void> {
    await this.unitOfWork.run(leased.tenantId, async (tx) => {
      await this.hold(tx, leased);
      await tx.query('UPDATE imports SET due_at = $3 WHERE tenant_id = $1 AND id = $2', [
        ...[tx.tenantId, leased.id],
        this.leaseEnds(this.clock.now()),
      ]);
    });
  }

  /** Moves a held import past the rows of a batch, and writes what is wrong with them. */
  async advance(tx: Transaction, { id }: Leased, at: Progress, outcome: Outcome): Promise<void> {
    const { created, changed, unchanged, rowsFailed, errors, warnings } = outcome;
    if (errors.length > 0) await this.insertErrors(tx, id, 'error', errors);
    if (warnings.length > 0) await this.insertErrors(tx, id, 'warning', warnings);
    await tx.query(
      `UPDATE imports SET position = $3, line = $4, rows_done = rows_done + $5, rows_failed = rows_failed + $6,
              created = created + $7, changed = changed + $8, unchanged = unchanged + $9, warnings = warnings + $11, attempts = 0, due_at = $10
        WHERE tenant_id = $1 AND id = $2`,
      [
        ...[tx.tenantId, id, at.position, at.line, at.rows, rowsFailed, created, changed, unchanged],
        this.leaseEnds(this.clock.now()),
        warnings.length,
      ],
    );
  }

  /** Gives a held import back: its next turn comes after those of the other tenants. */
  async giveBack(tx: Transaction, { id }: Leased, attempts: number, pause = 0): Promise<void> {
    const dueAt = new Date(this.clock.now().getTime() + pause);
    await tx.query(
      'UPDATE imports SET lease_token = NULL, due_at = $3, attempts = $4 WHERE tenant_id = $1 AND id = $2',
      [tx.tenantId, id, dueAt, attempts],
    );
  }

  /**
   * Ends a held import; the tenant's next one waits for the other tenants' turns.
   * @param keepsFile whether it still points to its file
   */
  async end(tx: Transaction, { id }: Leased, failure: string | null, keepsFile: boolean): Promise<void> {
    const now = this.clock.now();
    await tx.query(
      `UPDATE imports SET status = $3, failure = $4, finished_at = $5, lease_token = NULL,
              object_id = CASE WHEN $6 THEN object_id END
        WHERE tenant_id = $1 AND id = $2`,
      [tx.tenantId, id, failure === null ? 'done' : 'failed', failure, now, keepsFile],
    );
    await tx.query(`UPDATE imports SET due_at = $2 WHERE tenant_id = $1 AND status = 'queued' AND due_at < $2`, [
      tx.tenantId,
      now,
    ]);
  }

  /**
   * Writes what is wrong with the rows of a batch, or warnings about them: the first of each line, and of an import no more than
   * {@link MAX_ERRORS} others. So each refused row has one.
   */
  private async insertErrors(
    tx: Transaction,
    id: number,
    severity: Severity,
    errors: readonly RowError[],
  ): Promise<void> {
    await tx.query(
      `INSERT INTO import_errors (tenant_id, import_id, severity, line, external_id, field, code, key, params)
       SELECT $1, $2, $4, (e->>'line')::int, e->>'externalId', e->>'field', e->>'code', e->>'key', e->'params'
         FROM (SELECT e, position, row_number() OVER (PARTITION BY e->'line' ORDER BY position) AS of_line
                 FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY AS of(e, position)) AS each
        WHERE of_line = 1 OR position <=
              ${MAX_ERRORS} - (SELECT count(*) FROM import_errors WHERE tenant_id = $1 AND import_id = $2)
        ORDER BY position`,
      [
        tx.tenantId,
        id,
        JSON.stringify(errors, (_, value: unknown) => (typeof value === 'string' ? storable(value) : value)),
        severity,
      ],
    );
  }

  /** Takes their files off some imports that ended before an instant. @returns the stored objects that these were */
  async removeFiles(tx: Transaction, before: Date, most: number): Promise<readonly number[]> {
    const rows = await tx.query<{ id: number }>(
      `UPDATE imports i SET object_id = NULL
         FROM (SELECT id, object_id FROM imports
                WHERE tenant_id = $1 AND finished_at < $2 AND object_id IS NOT NULL LIMIT $3 FOR UPDATE) AS old
        WHERE i.tenant_id = $1 AND i.id = old.id RETURNING old.object_id AS id`,
      [tx.tenantId, before, most],
    );
    return rows.map(({ id }) => id);
  }

  private leaseEnds(now: Date): Date {
    return new Date(now.getTime() + LEASE_MILLISECONDS);
  }
}

/** A text of the file as PostgreSQL takes it: what is no character is shown as U+FFFD. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');
