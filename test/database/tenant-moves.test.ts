import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type Redis from 'ioredis';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as Connection } from 'pg';
import { BudgetVerification } from '../../src/procurement/budgets';
import { Clock } from '../../src/common/clock';
import type { TenantId } from '../../src/common/records/ids';
import { SecretBox } from '../../src/common/secrets/secret-box';
import { DocumentStorage } from '../../src/procurement/documents';
import { FigureFolding } from '../../src/procurement/figures';
import { LastUsed } from '../../src/organisation/auth/verification/token-verifier';
import {
  TenantDirectory,
  TenantErasure,
  TenantExport,
  TenantImport,
  TenantsService,
} from '../../src/operations/provisioning';
import { lockName } from '../../src/operations/provisioning/archive/tenant-import';
import { type Manifest, readManifest } from '../../src/operations/provisioning/archive/manifest';
import { LEFT_OUT, POINT_BACK, SET_LATER, tenantTables } from '../../src/operations/provisioning/archive/tables.sql';
import { deleteSome } from '../../src/operations/provisioning/erasure/erasure.sql';
import { type RunQuery, asOwner, waitForLock } from '../../src/operations/provisioning/owner-connection';
import { REDIS } from '../../src/platform/redis';
import { FigureVerification } from '../../src/procurement/reports';
import { secretPlace } from '../../src/integration/webhooks';
import { type Service, startApp } from '../support/app';
import { awaitedLater } from '../support/awaited-later';
import type { Client, Loose } from '../support/client';
import { command } from '../support/command';
import { download, upload } from '../support/documents/upload';
import { problems, sealBesideWorker } from '../support/evidence';
import { until } from '../support/until';
import { oneOfEach } from '../support/whole-tenant';

const OFFER = Buffer.from('%PDF-1.4\n%%EOF\n');
const silent = (): void => undefined;

/** Responses that must be the same after a move. */
const LOOKS = ['/vendors', '/purchase-orders', '/invoices', '/budgets', '/reports/spending', '/reports/po-status'];

describe('A tenant that is moved', () => {
  let service: Service;
  let admin: Client;
  let orderId: number;
  let before: unknown[];
  let secrets: string[];
  let folder: string;
  let slug: string;
  let id: TenantId;

  const inOwner = <T>(work: (ask: RunQuery) => Promise<T>): Promise<T> => asOwner(service.ownerUrl, work);
  const storage = (): DocumentStorage => service.app.get(DocumentStorage);
  const environment = () => ({ ...service.environment, DATABASE_MIGRATION_URL: service.ownerUrl });
  const exported = (name: string, options: { tokens?: boolean; transferKeyFile?: string; slug?: string } = {}) =>
    new TenantExport(storage(), service.app.get(Clock), service.app.get(SecretBox), environment()).run(
      { slug, tokens: true, ...options, out: join(folder, name) },
      silent,
    );
  const imported = (name: string, options: { slug?: string; tokens?: boolean; transferKeyFile?: string } = {}) =>
    new TenantImport(storage(), service.app.get(Clock), service.app.get(SecretBox), environment()).run(
      { folder: join(folder, name), tokens: true, unverified: true, ...options },
      silent,
    );
  const erased = (options: { slug?: string; confirm?: string; force?: boolean } = {}) =>
    new TenantErasure(
      service.app.get(TenantsService),
      storage(),
      service.app.get(Clock),
      service.app.get(REDIS),
      environment(),
    ).run({ slug, confirm: slug, force: false, ...options }, silent);
  const digests = ({ tables }: Manifest): Record<string, string> =>
    Object.fromEntries(tables.map(({ name, rows_sha256 }) => [name, rows_sha256]));
  /** A digest of the other tenants' rows, by table. */
  const others = async (): Promise<Record<string, string>> =>
    inOwner(async (ask) => {
      const found: Record<string, string> = {};
      for (const { name } of await tenantTables(ask)) {
        // The last use of a token changes separately.
        if (name === 'api_tokens') continue;
        const [row] = await ask<{ digest: string }>(
          `SELECT md5(coalesce(string_agg(r::text, E'\\n' ORDER BY r::text), '')) AS digest FROM "${name}" r WHERE tenant_id <> $1`,
          [id],
        );
        found[name] = row?.digest ?? '';
      }
      return found;
    });
  /** Decrypted secrets of the tenant's subscriptions. */
  const webhookSecrets = async (): Promise<string[]> => {
    const rows = await inOwner((ask) =>
      ask<{ id: string; sealed: string }>(
        'SELECT id, sealed_secret AS sealed FROM webhook_subscriptions WHERE tenant_id = $1 ORDER BY id',
        [id],
      ),
    );
    const box = service.app.get(SecretBox);
    return rows.map((row) => box.open(row.sealed, secretPlace(id, Number(row.id))));
  };
  const looks = async (client: Client): Promise<unknown[]> =>
    Promise.all(
      LOOKS.map(async (path) => {
        const seen: Loose = await client.get(path);
        return Array.isArray(seen) ? seen : { ...seen, generated_at: undefined };
      }),
    );
  /** Derived figures match their sources, and every seal is valid. */
  const verify = async (tenantId: TenantId): Promise<void> => {
    await sealBesideWorker(service);
    expect((await service.app.get(BudgetVerification).all()).differences).toEqual([]);
    expect((await service.app.get(FigureVerification).all()).differences).toEqual([]);
    expect(await problems(service, tenantId)).toEqual([]);
  };
  /** Waits for background work, so that nothing changes later. */
  const settled = async (): Promise<void> => {
    await until(async () => {
      const open = await inOwner((ask) =>
        ask(`SELECT FROM imports WHERE finished_at IS NULL UNION ALL SELECT FROM exports WHERE finished_at IS NULL
             UNION ALL SELECT FROM webhook_deliveries WHERE status = 'pending' AND due_at < now() + interval '1 hour'`),
      );
      return open.length === 0;
    });
    await service.app.get(FigureFolding).foldAll();
    await sealBesideWorker(service);
    await service.app.get(LastUsed).flush();
  };

  beforeAll(async () => {
    // No receiver listens, and a retry would change rows while the test compares them.
    service = await startApp({ works: true, env: { WEBHOOK_RETRY_DELAYS: '86400' } });
    ({ id, slug } = service.tenant.tenant);
    admin = service.client();
    const other = service.client({ token: (await service.newTenant()).token.token });
    folder = mkdtempSync(join(tmpdir(), 'tenant-moves-'));
    writeFileSync(join(folder, 'key'), randomBytes(32).toString('base64'));
    const ids = await oneOfEach(admin);
    orderId = Number(ids['purchase-orders']?.['id']);
    expect((await upload(service, orderId, 'Offer.pdf', OFFER)).status).toBe(201);
    await admin.post('/vendors', { name: 'Two lines', address: 'King Road\u2028Riyadh' }, 201);
    await oneOfEach(other);
    before = await looks(admin);
    await settled();
    secrets = await webhookSecrets();
  });
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is complete in its archive: every table of the catalog except those listed, and every file', async () => {
    const rows = await inOwner((ask) =>
      ask<{ name: string }>(
        `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'tenant_id' ORDER BY 1`,
      ),
    );
    const manifest = await exported('archive', { transferKeyFile: join(folder, 'key') });
    const named = [...manifest.tables.map(({ name }) => name), ...Object.keys(LEFT_OUT)];
    expect(named.sort()).toEqual(rows.map(({ name }) => name));
    expect(manifest.files.map(({ sha256 }) => sha256)).toContain(createHash('sha256').update(OFFER).digest('hex'));
    expect(manifest.evidence?.position).toBeGreaterThan(10);
    expect(digests(await exported('again'))).toEqual(digests(manifest));
    await expect(exported('archive')).rejects.toThrow('is there already');
  });

  it('has no self-references except those that an import handles', async () => {
    const keys = await inOwner((ask) =>
      ask<{ table: string }>(
        `SELECT conrelid::regclass::text AS table FROM pg_constraint WHERE contype = 'f' AND conrelid = confrelid ORDER BY 1`,
      ),
    );
    const known = [...POINT_BACK, ...Object.keys(SET_LATER)];
    expect(keys.map(({ table }) => table).filter((table) => !known.includes(table))).toEqual([]);
  });

  it('can be imported again under another slug: with the same figures, an unbroken chain, and no token', async () => {
    await expect(imported('archive', { slug: 'copy' })).rejects.toThrow('--without-tokens');
    await expect(imported('archive', { tokens: false })).rejects.toThrow('is taken');
    const copy = await imported('archive', { slug: 'copy', tokens: false });
    expect(copy.id).not.toBe(id);
    await sealBesideWorker(service);
    slug = 'copy';
    const [first, second] = [
      digests(await exported('copied')),
      digests(JSON.parse(readFileSync(join(folder, 'archive/manifest.json'), 'utf8')) as Manifest),
    ];
    slug = service.tenant.tenant.slug;
    const changed = Object.keys(second).filter((name) => first[name] !== second[name]);
    // Tokens are revoked, subscriptions are inactive, and a sealed entry records the origin.
    expect(changed.sort()).toEqual([
      'api_tokens',
      'audit_log',
      'evidence_chains',
      'evidence_seals',
      'invitations',
      'webhook_subscriptions',
    ]);
    expect(copy.new_secrets).toHaveLength(1);
    const counted = `SELECT stored_bytes = (SELECT sum(size) FROM stored_objects o WHERE o.tenant_id = t.id) AS whole FROM tenants t WHERE slug = 'copy'`;
    expect(await inOwner((ask) => ask(counted))).toEqual([{ whole: true }]);
    await service.app.get(TenantsService).resume('copy');
    const { token } = await service.app.get(TenantsService).createToken('copy', { name: 'New', abilities: ['admin'] });
    expect(await looks(service.client({ token }))).toEqual(before);
    await verify(copy.id as TenantId);
  });

  it.each([
    ['a table', () => 'tables/vendors.ndjson.gz'],
    ['a document', () => `documents/${readdirSync(join(folder, 'archive/documents'))[0] ?? ''}`],
    ['its secrets', () => 'secrets.sealed'],
  ])('is not imported if a byte of %s was changed in its archive, and nothing remains', async (_, fileOf) => {
    const file = fileOf();
    cpSync(join(folder, 'archive'), join(folder, 'changed'), { recursive: true });
    appendFileSync(join(folder, 'changed', file), 'x');
    const options = { slug: 'changed', tokens: false, transferKeyFile: join(folder, 'key') };
    await expect(imported('changed', options)).rejects.toThrow(`${file} is not what`);
    await expect(service.app.get(TenantsService).find('changed')).rejects.toThrow('No tenant');
    rmSync(join(folder, 'changed'), { recursive: true });
  });

  it('leaves nothing when a file cannot be stored', async () => {
    const put = storage().put.bind(storage());
    const { files: all } = await readManifest(join(folder, 'archive'));
    const full = jest.spyOn(storage(), 'put').mockImplementation((key, file) => {
      const isLast = full.mock.calls.length === all.length;
      return isLast ? Promise.reject(new Error('The disk is full')) : put(key, file);
    });
    await expect(imported('archive', { slug: 'half', tokens: false })).rejects.toThrow('The disk is full');
    full.mockRestore();
    await expect(service.app.get(TenantsService).find('half')).rejects.toThrow('No tenant');
    // Every stored file belongs to an existing tenant.
    const ids = await inOwner((ask) => ask<{ id: string }>('SELECT id FROM tenants'));
    const folders = readdirSync(service.environment.STORAGE_PATH);
    const strangers = folders.filter((name) => /^[0-9a-f-]{36}$/.test(name) && !ids.some((one) => one.id === name));
    for (const name of strangers) expect(readdirSync(join(service.environment.STORAGE_PATH, name))).toEqual([]);
    expect((await imported('archive', { slug: 'half', tokens: false })).files).toBeGreaterThan(0);
  });

  it('keeps its files when the connection is lost after the commit', async () => {
    const { query } = Connection.prototype as unknown as { query: (...args: unknown[]) => Promise<unknown> };
    const asked = jest.spyOn(Connection.prototype, 'query') as unknown as jest.SpyInstance;
    const importing = new Set<Connection>();
    asked.mockImplementation(async function (this: Connection, ...args: unknown[]) {
      const [statement] = args;
      // The check before the import only reads.
      if (statement === 'BEGIN READ WRITE') importing.add(this);
      const answer: unknown = await query.apply(this, args);
      if (!importing.has(this) || statement !== 'COMMIT') return answer;
      await this.end();
      throw new Error('Connection terminated unexpectedly');
    });
    await expect(imported('archive', { slug: 'lost', tokens: false })).rejects.toThrow('lost is there, with its files');
    const [there] = await inOwner((ask) => ask<{ id: string }>(`SELECT id FROM tenants WHERE slug = 'lost'`));
    asked.mockRestore();
    const { files } = await readManifest(join(folder, 'archive'));
    expect(readdirSync(join(service.environment.STORAGE_PATH, there?.id ?? '')).length).toBe(files.length);
  });

  it('is not exported twice into one folder at the same time', async () => {
    await inOwner(async (ask) => {
      await waitForLock(ask, `tenant export/${join(folder, 'shared')}`);
      await expect(exported('shared')).rejects.toThrow('Another run writes');
    });
    expect(readdirSync(folder).filter((name) => name.startsWith('shared'))).toEqual([]);
  });

  it("is erased by key ranges, regardless of PostgreSQL's statistics about a new tenant", async () => {
    await inOwner(async (ask) => {
      for (const table of await tenantTables(ask)) {
        const plan = await ask<{ 'QUERY PLAN': string }>(`EXPLAIN ${deleteSome(table)}`, [id]);
        expect(plan.map((line) => line['QUERY PLAN']).join('\n')).not.toMatch(/Join|Nested Loop/);
      }
    });
  });

  it('is not imported twice at the same time', async () => {
    const { tenant } = await readManifest(join(folder, 'archive'));
    const put = jest.spyOn(storage(), 'put').mockClear();
    await inOwner(async (ask) => {
      await waitForLock(ask, lockName({ tenant }));
      await expect(imported('archive', { slug: 'twice', tokens: false })).rejects.toThrow('Another run is importing');
    });
    expect(put).not.toHaveBeenCalled();
  });

  it('is erased from every table and the storage, without changes of other tenants', async () => {
    await expect(erased()).rejects.toThrow('is active');
    await expect(erased({ confirm: 'else' })).rejects.toThrow('--confirm');
    const directory = new TenantDirectory(service.app.get(Clock), environment());
    await directory.hold(slug, 'Case 7');
    await expect(erased({ force: true })).rejects.toThrow('Case 7');
    const prunable = await inOwner((ask) => ask<{ id: string }>('SELECT tenants_to_prune() AS id'));
    expect(prunable.map((tenant) => tenant.id)).not.toContain(id);
    await directory.hold(slug, null);
    await service.app.get(TenantsService).suspend(slug);
    await settled();
    // The erasure waits for a hold that is being set, and respects it.
    await inOwner(async (ask) => {
      await ask('BEGIN');
      await ask(`UPDATE tenants SET legal_hold_reason = 'Case 9', legal_hold_since = now() WHERE id = $1`, [id]);
      const begun = awaitedLater(erased());
      const waiting = `SELECT FROM pg_stat_activity WHERE query LIKE '%SET erasing_since%' AND wait_event_type = 'Lock'`;
      await until(async () => (await inOwner((other) => other(waiting))).length > 0);
      await ask('COMMIT');
      await expect(begun).rejects.toThrow('taken up or held meanwhile');
    });
    await directory.hold(slug, null);
    const untouched = await others();
    jest.spyOn(storage(), 'remove').mockRejectedValueOnce(new Error('The disk is gone'));
    await expect(erased()).rejects.toThrow('The disk is gone');
    await expect(service.app.get(TenantsService).resume(slug)).rejects.toThrow('Its erasure has begun');
    // Files stored by running work meanwhile are removed too.
    const late = `${id}/${randomUUID()}`;
    const remove = storage().remove.bind(storage());
    jest.spyOn(storage(), 'remove').mockImplementationOnce(async (key) => {
      writeFileSync(join(service.environment.STORAGE_PATH, late), 'late');
      await inOwner((ask) =>
        ask(`INSERT INTO stored_objects (tenant_id, key, size, created_at) VALUES ($1, $2, 4, now())`, [id, late]),
      );
      return remove(key);
    });
    await expect(directory.hold(slug, 'Case 8')).rejects.toThrow(`The erasure of ${slug} has begun`);
    await expect(directory.hold('unknown', 'Case 8')).rejects.toThrow('No tenant has the slug unknown');
    const first = await erased();
    const { rows, files } = first;
    expect(first.already).toBe(false);
    expect(rows['vendors']).toBe(2);
    expect(files).toBe(rows['stored_objects']);
    expect(files).toBeGreaterThan(1);
    // A command that was killed before its output can run again.
    expect(await erased()).toEqual({ ...first, already: true });
    await expect(erased({ slug: 'unknown', confirm: 'unknown' })).rejects.toThrow('No tenant has the slug unknown');
    expect(await others()).toEqual(untouched);
    await inOwner(async (ask) => {
      for (const { name } of await tenantTables(ask)) {
        expect([name, await ask(`SELECT FROM "${name}" WHERE tenant_id = $1`, [id])]).toEqual([name, []]);
      }
      expect(await ask('SELECT slug, finished_at IS NOT NULL AS ended FROM tenant_erasures')).toEqual([
        { slug, ended: true },
      ]);
    });
    expect(readdirSync(join(service.environment.STORAGE_PATH, id))).toEqual([]);
    expect(await service.app.get<Redis>(REDIS).keys(`*${id}*`)).toEqual([]);
    await admin.get('/me', 401);
  });

  it('is restored from its archive with its id, tokens, files and secrets', async () => {
    const back = await imported('archive', { transferKeyFile: join(folder, 'key') });
    expect(back).toMatchObject({ id, slug, new_secrets: [] });
    expect(await webhookSecrets()).toEqual(secrets);
    expect(secrets).toHaveLength(1);
    await admin.get('/me', 401);
    await service.app.get(TenantsService).resume(slug);
    expect(await looks(admin)).toEqual(before);
    const { attachments } = await admin.get(`/purchase-orders/${orderId}`);
    const { url } = attachments.find(({ name }: Loose) => name === 'Offer.pdf');
    expect((await download(service, url)).bytes).toEqual(OFFER);
    await admin.post('/vendors', { name: 'Next' }, 201);
    await verify(id);
    const { said } = await command(service, 'tenant:list', '--json');
    const listed = said
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(listed.map((tenant) => tenant.slug)).toContain('copy');
    expect(listed.find((tenant) => tenant.slug === slug)).toMatchObject({ status: 'active', orders: 1, users: 2 });
  });
});
