import { createHash } from 'node:crypto';
import type { Ask } from '../owner-connection';
import { rowsOf, type TenantTable } from './tables.sql';

/** Rows that are held in memory at once. */
const AT_ONCE = 500;

/** What a table's rows come to. */
export interface Summed {
  readonly rows: number;
  /** SHA-256 of the lines, each with its end, in hexadecimal digits. */
  readonly sha256: string;
}

/**
 * Reads a tenant's rows of a table along a cursor, some at a time. The caller's transaction holds the cursor.
 * @param tokens whether digests of tokens are among them
 */
export async function* linesOf(
  ask: Ask,
  tenantId: string,
  table: TenantTable,
  tokens: boolean,
): AsyncGenerator<readonly string[]> {
  await ask(`DECLARE archived NO SCROLL CURSOR FOR ${rowsOf(table, tokens)}`, [tenantId]);
  for (;;) {
    const rows = await ask<{ line: string }>(`FETCH ${AT_ONCE} FROM archived`);
    if (rows.length > 0) yield rows.map(({ line }) => line);
    if (rows.length < AT_ONCE) break;
  }
  await ask('CLOSE archived');
}

/** Counts and digests lines while they pass. */
export class Summing {
  private readonly hash = createHash('sha256');
  private rows = 0;

  add(lines: readonly string[]): void {
    this.rows += lines.length;
    for (const line of lines) this.hash.update(line).update('\n');
  }

  end(): Summed {
    return { rows: this.rows, sha256: this.hash.digest('hex') };
  }
}

/** Reads a tenant's rows of a table and says what they come to. */
export async function summed(ask: Ask, tenantId: string, table: TenantTable, tokens: boolean): Promise<Summed> {
  const sum = new Summing();
  for await (const lines of linesOf(ask, tenantId, table, tokens)) sum.add(lines);
  return sum.end();
}
