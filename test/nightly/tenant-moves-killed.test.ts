import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readManifest } from '../../src/operations/provisioning/archive/manifest';
import { tenantTables } from '../../src/operations/provisioning/archive/tables.sql';
import { asOwner as inOwner } from '../../src/operations/provisioning/owner-connection';
import { type Service, startApp } from '../support/app';
import { command, killedCommand } from '../support/command';
import { upload } from '../support/documents/upload';
import { aDraft, asOwner, aVendor } from '../support/purchase-orders';
import { until } from '../support/until';

const VENDORS = 10_000;
/** Large enough that the copy takes a moment. */
const FILES = 40;
const BYTES = 2 ** 20;
const COPY = 'copy';

/** Kills the command that moves or erases a tenant, and runs it again. */
describe('A killed tenant command', () => {
  let service: Service;
  let folder: string;
  let slug: string;

  beforeAll(async () => {
    // The figures of reports do not include vendors inserted by SQL.
    service = await startApp({ env: { PROCESS_ROLE: 'api' }, books: false });
    folder = mkdtempSync(join(tmpdir(), 'procurement-killed-'));
    ({ slug } = service.tenant.tenant);
    const { id } = await aDraft(service.client(), (await aVendor(service.client())).id);
    const start = Buffer.from('%PDF-1.4\n');
    for (let index = 0; index < FILES; index += 1) {
      const { status } = await upload(
        service,
        id,
        `offer-${index}.pdf`,
        Buffer.concat([start, Buffer.alloc(BYTES, index)]),
      );
      expect(status).toBe(201);
    }
    await asOwner(
      service,
      `INSERT INTO vendors (tenant_id, name, status, payment_terms, contacts, performance_score, total_orders, total_spend, created_at, updated_at, version)
       SELECT $1, 'Vendor ' || n, 'active', 30, '[]', 0, 0, 0, now(), now(), 1 FROM generate_series(1, ${VENDORS}) AS n`,
      [service.tenant.tenant.id],
    );
  });
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const archive = (): string => join(folder, 'archive');
  const filesIn = (path: string): number => (existsSync(path) ? readdirSync(path).length : 0);
  const count = async (table: string, id: string): Promise<number> =>
    Number(
      (await asOwner<{ n: string }>(service, `SELECT count(*) AS n FROM "${table}" WHERE tenant_id = $1`, [id]))[0]?.n,
    );
  const idOf = async (name: string): Promise<string | undefined> =>
    (await asOwner<{ id: string }>(service, 'SELECT id FROM tenants WHERE slug = $1', [name]))[0]?.id;
  /** Whether a command has written in an open transaction. */
  const isWriting = async (): Promise<boolean> => {
    const text = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND backend_xid IS NOT NULL`;
    return (await asOwner(service, text)).length > 0;
  };

  it.each([
    ['rows', 'tables'],
    ['files', 'documents'],
  ])('leaves no export when killed while it exports %s; the next run exports everything', async (_, part) => {
    const out = join(folder, `killed-${part}`);
    const args = ['tenant:export', '--slug', slug, '--out', out, '--quiet'];
    await killedCommand(service, args, () => Promise.resolve(filesIn(join(`${out}.partial`, part)) > 1));
    expect(existsSync(out)).toBe(false);
    expect((await command(service, ...args)).code).toBe(0);
    expect(existsSync(`${out}.partial`)).toBe(false);
    const { tables, files } = await readManifest(out);
    expect(tables.find(({ name }) => name === 'vendors')?.rows).toBe(VENDORS + 1);
    expect(files).toHaveLength(FILES);
  });

  it('leaves no tenant when killed during an import; the next run imports everything', async () => {
    const { said } = await command(service, 'tenant:export', '--slug', slug, '--out', archive(), '--quiet');
    const digest = /--manifest-sha256 ([0-9a-f]{64})/.exec(said)?.[1] ?? '';
    const args = [
      'tenant:import',
      archive(),
      '--manifest-sha256',
      digest,
      '--slug',
      COPY,
      '--without-tokens',
      '--quiet',
    ];
    const folders = filesIn(service.environment.STORAGE_PATH);
    const isStoring = (): Promise<boolean> => Promise.resolve(filesIn(service.environment.STORAGE_PATH) > folders);
    for (const far of [isStoring, isWriting]) {
      await killedCommand(service, args, far);
      expect(await idOf(COPY)).toBeUndefined();
      // PostgreSQL notices the death at its next write to the connection, and holds the import's lock until then.
      await until(async () => !(await isWriting()));
    }
    await until(async () => (await command(service, ...args)).code === 0);
    const id = (await idOf(COPY)) ?? '';
    expect(await count('vendors', id)).toBe(VENDORS + 1);
    expect(filesIn(join(service.environment.STORAGE_PATH, id))).toBe(FILES);
  });

  it('leaves an erasure that the next run continues', async () => {
    const id = (await idOf(COPY)) ?? '';
    const args = ['tenant:erase', '--slug', COPY, '--confirm', COPY, '--quiet'];
    // The first 2,000 are deleted.
    await killedCommand(service, args, async () => (await count('vendors', id)) < VENDORS);
    expect(await idOf(COPY)).toBe(id);
    expect((await command(service, ...args)).code).toBe(0);
    expect(await idOf(COPY)).toBeUndefined();
    const tables = await inOwner(service.ownerUrl, tenantTables);
    for (const { name } of tables) expect([name, await count(name, id)]).toEqual([name, 0]);
    expect(filesIn(join(service.environment.STORAGE_PATH, id))).toBe(0);
    const [record] = await asOwner<{ vendors: string; files: string }>(
      service,
      `SELECT rows_erased ->> 'vendors' AS vendors, files_erased AS files FROM tenant_erasures WHERE erased_id = $1`,
      [id],
    );
    expect(record).toEqual({ vendors: String(VENDORS + 1), files: String(FILES) });
  });
});
