import { Injectable } from '@nestjs/common';
import { JobsRepository, type Leased, type Transaction } from '../../platform/database';
import { MAX_ERRORS, type Severity } from './domain/import';
import { Import } from './entities/import.entity';
import type { Outcome } from './running/batch';
import type { RowError } from './running/row-errors';

/** Position of a batch in its file. */
export interface Progress {
  /** Start of the batch, and the byte and line after it. */
  readonly from: number;
  readonly position: number;
  readonly line: number;
  /** Rows of the file. */
  readonly rows: number;
}

@Injectable()
export class ImportsRepository extends JobsRepository<
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
> {
  protected readonly entity = Import;
  protected readonly table = 'imports';
  protected readonly claimFunction = 'claim_import';

  /** Moves a leased import past the rows of a batch, and inserts their errors and warnings. */
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
        ...[this.leaseEnd(), warnings.length],
      ],
    );
  }

  /** Ends a leased import. @param keepsFile whether it retains its file */
  async finish(tx: Transaction, leased: Leased, failure: string | null, keepsFile: boolean): Promise<void> {
    await this.end(tx, leased, failure, keepsFile ? {} : { objectId: null });
  }

  /** Always inserts the first error of each line, and further ones up to {@link MAX_ERRORS} per import. */
  private async insertErrors(
    tx: Transaction,
    id: number,
    severity: Severity,
    errors: readonly RowError[],
  ): Promise<void> {
    const replaced = (_: string, value: unknown): unknown => (typeof value === 'string' ? storable(value) : value);
    await tx.query(
      `INSERT INTO import_errors (tenant_id, import_id, severity, line, external_id, field, code, key, params)
       SELECT $1, $2, $4, (e->>'line')::int, e->>'externalId', e->>'field', e->>'code', e->>'key', e->'params'
         FROM (SELECT e, position, row_number() OVER (PARTITION BY e->'line' ORDER BY position) AS of_line
                 FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY AS of(e, position)) AS each
        WHERE of_line = 1 OR position <=
              ${MAX_ERRORS} - (SELECT count(*) FROM import_errors WHERE tenant_id = $1 AND import_id = $2)
        ORDER BY position`,
      [tx.tenantId, id, JSON.stringify(errors, replaced), severity],
    );
  }

  /** Clears the files of some imports that ended before this time. @returns the ids of the stored objects */
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
}

/** Replaces characters that PostgreSQL rejects with U+FFFD. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');
