import { type Ask, inTransaction } from '../owner-connection';
import { LAST_ID, TENANT_COLUMNS, TENANT_TYPES } from './archive.sql';
import { batchesIn, type Summed, Summing } from './rows';
import { type Manifest, tableFile } from './manifest';
import { unfit } from './refusals';
import { type TenantTable, typesOf, writtenColumns } from './tables.sql';
import type { Tell } from './tenant-export';

/** No id may be larger: the sequences that all tenants share stay far below 2^53, above which JavaScript rounds integers. */
const LARGEST_ID = 2 ** 40;

/** How far an archive may move a sequence that all tenants share, unless the operator accepts more. */
const LARGEST_STEP = 1_000_000_000;

/**
 * Reads a whole archive and compares it with the tables of this database, before anything is written: the tables, the columns and
 * types of every row, the ids, the counts and digests.
 * @param acceptsLargeIds whether ids may be more than a billion above those of this installation
 * @throws ProvisioningError with the first fault
 */
export async function assertRows(
  ask: Ask,
  archive: { readonly folder: string; readonly manifest: Manifest },
  tables: readonly TenantTable[],
  acceptsLargeIds: boolean,
  tell: Tell,
): Promise<void> {
  const { folder, manifest } = archive;
  assertSame(
    'tables of the manifest',
    manifest.tables.map(({ name }) => name),
    tables.map(({ name }) => name),
  );
  await inTransaction(
    ask,
    async () => {
      const [tenant] = await ask<{ columns: string[] }>(TENANT_COLUMNS);
      assertSame('columns of the tenant', Object.keys(manifest.tenant), tenant?.columns ?? []);
      await ask(TENANT_TYPES, [JSON.stringify(manifest.tenant)]).catch(refuseType('the tenant'));
      for (const [done, table] of tables.entries()) {
        tell({ done, total: tables.length, unit: 'tables checked' });
        const largest = await assertTable(ask, tableFile(folder, table.name), table, manifest);
        if (!acceptsLargeIds) await assertStep(ask, table, largest);
      }
    },
    'READ ONLY',
  );
}

/** @returns the largest id */
async function assertTable(ask: Ask, path: string, table: TenantTable, manifest: Manifest): Promise<number> {
  const columns = writtenColumns(table, manifest.tokens);
  const keys = new Set<unknown>(manifest.files.map(({ key }) => key));
  const sum = new Summing();
  let largest = 0;
  const check = (line: string): void => {
    const row = rowOf(line, table.name);
    assertSame(`columns of ${table.name}`, Object.keys(row), columns);
    if (table.sequence !== null) largest = Math.max(largest, idOf(row, table.name));
    if (table.name === 'stored_objects' && !keys.has(row['key'])) throw unfit(`it lacks a file of ${table.name}`);
  };
  try {
    for await (const lines of batchesIn(path)) {
      lines.forEach(check);
      sum.add(lines);
      await ask(typesOf(table), [`[${lines.join(',')}]`]).catch(refuseType(`a row of ${table.name}`));
    }
  } catch (error) {
    if (/^Z_/.test((error as NodeJS.ErrnoException).code ?? '')) throw unfit(`${path} is not a whole gzip file`);
    throw error;
  }
  assertSum(sum.end(), manifest, table.name);
  return largest;
}

function assertSum({ rows, sha256 }: Summed, { tables }: Manifest, table: string): void {
  const expected = tables.find(({ name }) => name === table);
  if (rows === expected?.rows && sha256 === expected.rows_sha256) return;
  throw unfit(`the rows of ${table} are not those that the manifest counts`);
}

async function assertStep(ask: Ask, { name, sequence }: TenantTable, largest: number): Promise<void> {
  if (sequence === null) return;
  const [row] = await ask<{ last: number }>(LAST_ID, [sequence]);
  if (largest <= (row?.last ?? 0) + LARGEST_STEP) return;
  throw unfit(
    `${name} has the id ${largest}, and ids of this installation, which all tenants share, end at ${row?.last ?? 0}; --large-ids accepts it`,
  );
}

function rowOf(line: string, table: string): Record<string, unknown> {
  try {
    const row: unknown = JSON.parse(line);
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) return row as Record<string, unknown>;
  } catch {
    // Refused below, as what is no object.
  }
  throw unfit(`a line of ${table} is not a JSON object`);
}

function idOf({ id }: Record<string, unknown>, table: string): number {
  if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0 && id <= LARGEST_ID) return id;
  throw unfit(`${table} has the id ${JSON.stringify(id)}, which is not a whole number from 1 to ${LARGEST_ID}`);
}

function assertSame(what: string, found: readonly string[], wanted: readonly string[]): void {
  const known = new Set(wanted);
  const unknown = found.find((name) => !known.has(name));
  if (unknown !== undefined) throw unfit(`the ${what} have one that is not known: ${unknown}`);
  const missing = wanted.find((name) => !found.includes(name));
  if (missing !== undefined) throw unfit(`the ${what} lack ${missing}`);
  if (found.length !== wanted.length) throw unfit(`the ${what} have one twice`);
}

/** For `catch`: what PostgreSQL refuses to read as the type of its column (classes 22 and 23). */
const refuseType =
  (what: string) =>
  (error: unknown): never => {
    const { code = '', message } = error as { code?: string; message?: string };
    if (/^2[23]/.test(code)) throw unfit(`${what} has a value of another type: ${message}`);
    throw error;
  };
