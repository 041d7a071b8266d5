import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { stat } from 'node:fs/promises';
import { isCurrency } from '../../../common/money';
import { isQuota, type QuotaName, QUOTA_NAMES } from '../../../organisation/quotas';
import { plansOf, RATE_TABLES } from '../../../platform/rate-limits';
import { SettingsDto } from '../../../organisation/settings';
import { INITIAL_SETTINGS } from '../../../organisation/tenants';
import { type RunQuery, inTransaction } from '../owner-connection';
import { LAST_ID, TENANT_COLUMNS, TENANT_TYPES } from './archive.sql';
import { changed, documentFile, type Manifest, tableFile, unfit } from './manifest';
import { batchesIn, summed, type Summed, Summing } from './rows';
import { isKeptAsItIs, type TenantTable, typesOf, writtenColumns } from './tables.sql';
import { digestOf, type ReportProgress } from './tenant-export';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const matches = (pattern: RegExp, value: unknown): boolean => typeof value === 'string' && pattern.test(value);
const isDigest = (value: unknown): boolean => matches(/^[0-9a-f]{64}$/, value);
const isUuid = (value: unknown): boolean => matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, value);
const isEach = (value: unknown, is: (one: Record<string, unknown>) => boolean): boolean =>
  Array.isArray(value) && value.every((one) => isRecord(one) && is(one));

/** Runs first, because paths are built from names in the manifest. @throws ProvisioningError with the first fault */
export function assertManifest(manifest: Manifest): void {
  const { tenant, evidence } = manifest;
  // Each rule assumes that those before it hold.
  const rules: readonly (readonly [holds: () => boolean, fault: string])[] = [
    [() => typeof manifest.schema === 'string', 'schema is not a name'],
    [() => typeof manifest.tokens === 'boolean', 'tokens is not true or false'],
    [() => manifest.secrets_sha256 === null || isDigest(manifest.secrets_sha256), 'secrets_sha256 is not a digest'],
    [() => isEach(manifest.tables, isTable), 'tables is not a list of names, row counts and digests'],
    [() => isEach(manifest.files, isFile), 'files is not a list of keys, sizes and digests'],
    [() => evidence === null || isChainEnd(evidence), 'evidence is not the end of a chain'],
    [() => isRecord(tenant) && isUuid(tenant.id), 'tenant has no id'],
    [() => typeof tenant.slug === 'string' && typeof tenant['name'] === 'string', 'tenant has no slug or name'],
    [() => isPlan(tenant), 'tenant has a plan that does not exist'],
    [() => typeof tenant['currency'] === 'string' && isCurrency(tenant['currency']), 'tenant has an unknown currency'],
    [() => isRecord(tenant['quotas']) && areQuotas(tenant['quotas']), 'tenant has quotas that cannot be'],
  ];
  const broken = rules.find(([holds]) => !holds());
  const fault = broken?.[1] ?? settingsFaults(tenant['settings']).join('; ');
  if (fault !== '') throw unfit(`the manifest is wrong: ${fault}`);
}

const isTable = ({ name, rows, rows_sha256, sha256 }: Record<string, unknown>): boolean =>
  matches(/^[a-z_]+$/, name) && isCount(rows) && isDigest(rows_sha256) && isDigest(sha256);

const isFile = ({ key, size, sha256 }: Record<string, unknown>): boolean =>
  isUuid(key) && isCount(size) && isDigest(sha256);

const isChainEnd = ({ position, hash, origin_id }: NonNullable<Manifest['evidence']>): boolean =>
  isCount(position) && isDigest(hash) && isUuid(origin_id);

function isPlan({ plan, rate_table: table }: Manifest['tenant']): boolean {
  const known = RATE_TABLES.find((one) => one === table);
  return known !== undefined && typeof plan === 'string' && plansOf(known).includes(plan);
}

const areQuotas = (quotas: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(quotas).every(
    ([name, value]) => QUOTA_NAMES.some((one) => one === name) && isQuota(name as QuotaName, value as number),
  );

/** Validates settings. Names that are not a setting any more are ignored. */
function settingsFaults(settings: unknown): string[] {
  if (!isRecord(settings)) return ['settings is not an object'];
  const known = Object.fromEntries(Object.entries(settings).filter(([name]) => name in INITIAL_SETTINGS));
  const errors = validateSync(plainToInstance(SettingsDto, known), { whitelist: true });
  return errors.map(({ property }) => `the setting ${property} has a value that cannot be`);
}

/** Maximum id. Sequences are shared by all tenants and must stay far below 2^53, where JavaScript loses precision. */
const LARGEST_ID = 2 ** 40;

/** An archive's ids may exceed the last id of this installation by at most this, unless the operator accepts more. */
const LARGEST_STEP = 1_000_000_000;

/**
 * Compares tables, columns, types of every row, ids, counts and digests with this database before any write.
 * @param acceptsLargeIds whether ids may exceed those of this installation by more than a billion
 * @throws ProvisioningError with the first fault
 */
export async function assertRows(
  query: RunQuery,
  archive: { readonly folder: string; readonly manifest: Manifest },
  tables: readonly TenantTable[],
  acceptsLargeIds: boolean,
  report: ReportProgress,
): Promise<void> {
  const { folder, manifest } = archive;
  assertSame(
    'tables of the manifest',
    manifest.tables.map(({ name }) => name),
    tables.map(({ name }) => name),
  );
  await inTransaction(
    query,
    async () => {
      const [tenant] = await query<{ columns: string[] }>(TENANT_COLUMNS);
      assertSame('columns of the tenant', Object.keys(manifest.tenant), tenant?.columns ?? []);
      await query(TENANT_TYPES, [JSON.stringify(manifest.tenant)]).catch(refuseType('the tenant'));
      for (const [done, table] of tables.entries()) {
        report({ done, total: tables.length, unit: 'tables checked' });
        const largest = await assertTable(query, tableFile(folder, table.name), table, manifest);
        if (!acceptsLargeIds) await assertStep(query, table, largest);
      }
    },
    'READ ONLY',
  );
}

/** @returns the largest id */
async function assertTable(query: RunQuery, path: string, table: TenantTable, manifest: Manifest): Promise<number> {
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
      await query(typesOf(table), [`[${lines.join(',')}]`]).catch(refuseType(`a row of ${table.name}`));
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

async function assertStep(query: RunQuery, { name, sequence }: TenantTable, largest: number): Promise<void> {
  if (sequence === null) return;
  const [row] = await query<{ last: number }>(LAST_ID, [sequence]);
  if (largest <= (row?.last ?? 0) + LARGEST_STEP) return;
  throw unfit(
    `${name} has the id ${largest}, and ids of this installation, which all tenants share, end at ${row?.last ?? 0}; --large-ids accepts it`,
  );
}

function rowOf(line: string, table: string): Record<string, unknown> {
  try {
    const row: unknown = JSON.parse(line);
    if (isRecord(row)) return row;
  } catch {
    // Rejected below, because it is not an object.
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

/** For `catch`: rejects values that do not have the type of their column (SQLSTATE classes 22 and 23). */
const refuseType =
  (what: string) =>
  (error: unknown): never => {
    const { code = '', message } = error as { code?: string; message?: string };
    if (/^2[23]/.test(code)) throw unfit(`${what} has a value of another type: ${message}`);
    throw error;
  };

/** @returns the number of rows. @throws ProvisioningError with the first table that differs from the archive */
export async function compare(
  query: RunQuery,
  tables: readonly TenantTable[],
  manifest: Manifest,
  id: string,
  tokens: boolean,
): Promise<number> {
  let rows = 0;
  for (const table of tables) {
    const expected = manifest.tables.find(({ name }) => name === table.name);
    const found = await summed(query, id, table, tokens);
    const isSame = !isKeptAsItIs(table.name, manifest, tokens) || found.sha256 === expected?.rows_sha256;
    if (found.rows !== expected?.rows || !isSame) {
      throw unfit(`this database keeps the rows of ${table.name} otherwise than they are in it`);
    }
    rows += found.rows;
  }
  return rows;
}

/** Verifies the digest of every file before anything is written. */
export async function verifyFiles(folder: string, { tables, files }: Manifest, report: ReportProgress): Promise<void> {
  const wanted = [
    ...tables.map(({ name, sha256 }) => ({ path: tableFile(folder, name), sha256 })),
    ...files.map(({ key, sha256 }) => ({ path: documentFile(folder, key), sha256 })),
  ];
  for (const [done, { path, sha256 }] of wanted.entries()) {
    report({ done, total: wanted.length, unit: 'files verified' });
    if (!(await stat(path).catch(() => undefined)) || (await digestOf(path)) !== sha256) throw changed(path);
  }
}
