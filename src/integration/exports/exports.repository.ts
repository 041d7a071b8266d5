import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import type { TenantId } from '../../common/records/ids';
import { query, type Transaction, UnitOfWork } from '../../platform/database';
import { LostLease } from '../../platform/periodic';
import { currentTraceparent } from '../../platform/tracing';
import { KEPT_DAYS } from './domain/export';
import { ExportFile } from './entities/export-file.entity';
import { Export } from './entities/export.entity';

/** How long a process that works at an export may say nothing before another takes it. */
const LEASE_MILLISECONDS = 60_000;

const DAY = 24 * 60 * 60_000;

/** An export of a tenant. */
export interface ExportRef {
  readonly tenantId: TenantId;
  readonly id: number;
}

/** An export in the hands of this process. */
export interface Leased extends ExportRef {
  readonly leaseToken: string;
}

/** Exports and their files. */
@Injectable()
export class ExportsRepository {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Writes a new export. */
  async insert(
    tx: Transaction,
    fields: Pick<Export, 'resources' | 'format' | 'forImport' | 'actor' | 'createdById'>,
  ): Promise<number> {
    const now = this.clock.now();
    const when = { dueAt: now, createdAt: now, traceparent: currentTraceparent() };
    const record = { ...fields, tenantId: tx.tenantId, status: 'queued' as const, ...when };
    return (await tx.repository(Export).save(record)).id;
  }

  /** How many exports of the tenant have not ended. Two that begin at once are counted one after the other. */
  async countOpen(tx: Transaction): Promise<number> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('exports/' || $1::text, 0))`, [tx.tenantId]);
    const [row] = await tx.query<{ open: number }>(
      `SELECT count(*)::int AS open FROM exports WHERE tenant_id = $1 AND status IN ('queued', 'running')`,
      [tx.tenantId],
    );
    return row?.open ?? 0;
  }

  /** Takes the export whose turn it is, of any tenant; undefined when none is due. */
  async claim(leaseToken: string): Promise<Leased | undefined> {
    const now = this.clock.now();
    const [row] = await this.unitOfWork.unscoped<{ tenant_id: TenantId; id: number }>(
      query('SELECT tenant_id, id FROM claim_export($1, $2, $3)', [now, this.leaseEnds(now), leaseToken]),
    );
    return row && { tenantId: row.tenant_id, id: row.id, leaseToken };
  }

  /** The export as it stands, locked until the transaction ends. @throws LostLease when it is another's */
  async hold(tx: Transaction, { id, leaseToken }: Leased): Promise<Export> {
    const found = await tx
      .repository(Export)
      .findOne({ where: { tenantId: tx.tenantId, id, leaseToken }, lock: { mode: 'pessimistic_write' } });
    if (!found) throw new LostLease();
    return found;
  }

  /** Says how far it is, and keeps the lease. @throws LostLease when it is another's */
  async advance(leased: Leased, rows: number): Promise<void> {
    await this.unitOfWork.run(leased.tenantId, async (tx) => {
      await this.hold(tx, leased);
      await tx.query('UPDATE exports SET rows = $3, due_at = $4 WHERE tenant_id = $1 AND id = $2', [
        ...[tx.tenantId, leased.id, rows],
        this.leaseEnds(this.clock.now()),
      ]);
    });
  }

  /** Writes down a stored file of a held export. */
  async addFile(tx: Transaction, fields: Omit<ExportFile, 'tenantId'>): Promise<void> {
    await tx.repository(ExportFile).insert({ ...fields, tenantId: tx.tenantId });
  }

  /** Forgets the files of an export. @returns the stored objects that they were */
  async removeFiles(tx: Transaction, id: number): Promise<number[]> {
    const rows = await tx.query<{ objectId: number }>(
      'DELETE FROM export_files WHERE tenant_id = $1 AND export_id = $2 RETURNING object_id AS "objectId"',
      [tx.tenantId, id],
    );
    return rows.map(({ objectId }) => objectId);
  }

  /** Gives a held export back. */
  async giveBack(tx: Transaction, { id }: Leased, attempts: number, pause = 0): Promise<void> {
    const dueAt = new Date(this.clock.now().getTime() + pause);
    await tx.query(
      'UPDATE exports SET lease_token = NULL, due_at = $3, attempts = $4 WHERE tenant_id = $1 AND id = $2',
      [tx.tenantId, id, dueAt, attempts],
    );
  }

  /** Ends a held export; the tenant's next one waits for the other tenants'. */
  async end(
    tx: Transaction,
    { id }: Leased,
    ending: { readonly failure: string | null; readonly rows: number; readonly changesCursor: string | null },
  ): Promise<void> {
    const now = this.clock.now();
    const done = ending.failure === null;
    await tx.query(
      `UPDATE exports SET status = $3, failure = $4, rows = $5, changes_cursor = $6, finished_at = $7, expires_at = $8, lease_token = NULL
        WHERE tenant_id = $1 AND id = $2`,
      [
        ...[tx.tenantId, id, done ? 'done' : 'failed', ending.failure, ending.rows, ending.changesCursor, now],
        done ? new Date(now.getTime() + KEPT_DAYS * DAY) : null,
      ],
    );
    await tx.query(`UPDATE exports SET due_at = $2 WHERE tenant_id = $1 AND status = 'queued' AND due_at < $2`, [
      tx.tenantId,
      now,
    ]);
  }

  /** Exports of any tenant whose files have been kept long enough. */
  async expired(most: number): Promise<ExportRef[]> {
    return this.unitOfWork.unscoped<ExportRef>(
      query('SELECT tenant_id AS "tenantId", id FROM expired_exports($1, $2)', [this.clock.now(), most]),
    );
  }

  /** Its files are gone. */
  async forgetExpiry(tx: Transaction, id: number): Promise<void> {
    await tx.query('UPDATE exports SET expires_at = NULL WHERE tenant_id = $1 AND id = $2', [tx.tenantId, id]);
  }

  private leaseEnds(now: Date): Date {
    return new Date(now.getTime() + LEASE_MILLISECONDS);
  }
}
