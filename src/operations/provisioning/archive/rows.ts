import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import type { RunQuery } from '../owner-connection';
import { rowsOf, type TenantTable } from './tables.sql';

/** Rows in memory at once. */
const AT_ONCE = 500;

export interface Summed {
  readonly rows: number;
  /** SHA-256 of the lines including line feeds, in hex. */
  readonly sha256: string;
}

/** Reads in batches with a cursor, in the caller's transaction. @param tokens whether to include digests of tokens */
export async function* linesOf(
  query: RunQuery,
  tenantId: string,
  table: TenantTable,
  tokens: boolean,
): AsyncGenerator<readonly string[]> {
  await query(`DECLARE archived NO SCROLL CURSOR FOR ${rowsOf(table, tokens)}`, [tenantId]);
  for (;;) {
    const rows = await query<{ line: string }>(`FETCH ${AT_ONCE} FROM archived`);
    if (rows.length > 0) yield rows.map(({ line }) => line);
    if (rows.length < AT_ONCE) break;
  }
  await query('CLOSE archived');
}

/** Counts and hashes lines. */
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

export async function summed(query: RunQuery, tenantId: string, table: TenantTable, tokens: boolean): Promise<Summed> {
  const sum = new Summing();
  for await (const lines of linesOf(query, tenantId, table, tokens)) sum.add(lines);
  return sum.end();
}

/** Approximate maximum characters of a batch. */
const CHARACTERS = 4_000_000;

/** Yields the lines of an archive's file in batches. */
export async function* batchesIn(path: string): AsyncGenerator<readonly string[]> {
  let batch: string[] = [];
  let characters = 0;
  for await (const lines of linesIn(path)) {
    for (const line of lines) {
      batch.push(line);
      characters += line.length;
      if (batch.length < AT_ONCE && characters < CHARACTERS) continue;
      yield batch;
      batch = [];
      characters = 0;
    }
  }
  if (batch.length > 0) yield batch;
}

/** Splits at line feeds only: `readline` also splits at U+2028, which texts may contain. */
async function* linesIn(path: string): AsyncGenerator<readonly string[]> {
  const gunzip = createGunzip();
  const source = createReadStream(path);
  source.on('error', (error) => gunzip.destroy(error));
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of source.pipe(gunzip)) {
    const lines = (rest + decoder.write(chunk as Buffer)).split('\n');
    rest = lines.pop() ?? '';
    yield lines;
  }
  if (rest !== '') yield [rest];
}
