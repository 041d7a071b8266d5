import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Clock } from '../../src/common/clock';
import { SecretBox } from '../../src/common/secrets/secret-box';
import { DocumentStorage } from '../../src/procurement/documents';
import { ProvisioningError, TenantImport } from '../../src/operations/provisioning';
import type { Manifest } from '../../src/operations/provisioning/archive/manifest';
import { type RunQuery, asOwner } from '../../src/operations/provisioning/owner-connection';
import { type Service, startApp } from '../support/app';
import type { Client, Loose } from '../support/client';
import { command, refusal } from '../support/command';
import { oneOfEach } from '../support/whole-tenant';

type Mutable = { -readonly [Name in keyof Manifest]: Loose };

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Modified archives with matching digests: none may change records that tenants share. */
describe('An archive with a fault', () => {
  let service: Service;
  let other: Client;
  let folder: string;
  let digest: string;

  const inOwner = <T>(work: (ask: RunQuery) => Promise<T>): Promise<T> => asOwner(service.ownerUrl, work);
  const archive = (): string => join(folder, 'archive');

  beforeAll(async () => {
    service = await startApp({ env: { PROCESS_ROLE: 'api' } });
    other = service.client({ token: (await service.newTenant()).token.token });
    await oneOfEach(service.client());
    folder = mkdtempSync(join(tmpdir(), 'tenant-archives-'));
    const args = ['--slug', service.tenant.tenant.slug, '--out', archive(), '--quiet', '--json'];
    const { said } = await command(service, 'tenant:export', ...args);
    ({ manifest_sha256: digest } = JSON.parse(said) as { manifest_sha256: string });
  });
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const imported = (from: string, options: object = { unverified: true }) =>
    new TenantImport(service.app.get(DocumentStorage), service.app.get(Clock), service.app.get(SecretBox), {
      ...service.environment,
      DATABASE_MIGRATION_URL: service.ownerUrl,
    }).run({ folder: from, slug: 'faulty', tokens: false, ...options }, () => undefined);

  const withManifest = (change: (manifest: Mutable, copy: string) => void): string => {
    const copy = mkdtempSync(join(folder, 'changed-'));
    cpSync(archive(), copy, { recursive: true });
    const manifest = JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8')) as Mutable;
    change(manifest, copy);
    writeFileSync(join(copy, 'manifest.json'), JSON.stringify(manifest));
    return copy;
  };

  /** A copy with a changed first row in a table, and with new counts and digests. */
  const withRow = (table: string, change: (row: Loose) => unknown): string =>
    withManifest((manifest, copy) => {
      const path = join(copy, `tables/${table}.ndjson.gz`);
      const [first = '', ...rest] = gunzipSync(readFileSync(path)).toString().split('\n');
      const changed = change(JSON.parse(first));
      const text = Buffer.from([typeof changed === 'string' ? changed : JSON.stringify(changed), ...rest].join('\n'));
      writeFileSync(path, gzipSync(text));
      const entry = manifest.tables.find(({ name }: Loose) => name === table);
      Object.assign(entry, { rows_sha256: sha256(text), sha256: sha256(readFileSync(path)) });
    });

  const withTenant = (change: Loose): string => withManifest(({ tenant }) => void Object.assign(tenant, change));

  /** State that a rejected import must not change. Aborted transactions may skip a few sequence numbers. */
  const shared = () =>
    inOwner(async (ask) => ({
      moved: await ask(`SELECT FROM pg_sequences WHERE schemaname = 'public' AND last_value > 1000000`),
      tenants: await ask('SELECT id FROM tenants ORDER BY 1'),
      files: readdirSync(service.environment.STORAGE_PATH, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name),
    }));

  it.each<[string, RegExp, () => string]>([
    [
      'an id above 2^40',
      /projects has the id 9007199254740990, which is not a whole number/,
      () => withRow('projects', (row) => ({ ...row, id: 9007199254740990 })),
    ],
    ['an id that is a text', /projects has the id "7"/, () => withRow('projects', (row) => ({ ...row, id: '7' }))],
    [
      'an id far above those of this installation',
      /projects has the id 2000000000.*--large-ids/,
      () => withRow('projects', (row) => ({ ...row, id: 2_000_000_000 })),
    ],
    [
      'an additional column',
      /columns of vendors have one that is not known: extra/,
      () => withRow('vendors', (row) => ({ ...row, extra: 1 })),
    ],
    [
      'a column that is missing',
      /columns of vendors lack name/,
      () => withRow('vendors', ({ name: _, ...row }) => row),
    ],
    [
      'a value of another type',
      /a row of vendors has a value of another type/,
      () => withRow('vendors', (row) => ({ ...row, created_at: 'soon' })),
    ],
    ['a line that is no JSON', /a line of vendors is not a JSON object/, () => withRow('vendors', () => '{')],
    [
      'a reference to nothing',
      /the database refuses a row/,
      () => withRow('purchase_order_items', (row) => ({ ...row, purchase_order_id: 1_000_000 })),
    ],
    ['a plan that does not exist', /a plan that does not exist/, () => withTenant({ plan: 'unlimited' })],
    ['an unknown currency', /an unknown currency/, () => withTenant({ currency: 'XXX' })],
    ['quotas that cannot be', /quotas that cannot be/, () => withTenant({ quotas: { mails_per_day: -1 } })],
    [
      'a setting that cannot be',
      /the setting default_vat_rate/,
      () => withTenant({ settings: { default_vat_rate: 'all' } }),
    ],
    ['settings that are no object', /settings is not an object/, () => withTenant({ settings: [] })],
    [
      'a tenant with another column',
      /columns of the tenant have one that is not known/,
      () => withTenant({ owner: 'me' }),
    ],
    [
      'a table that is not in the manifest',
      /tables of the manifest lack vendors/,
      () =>
        withManifest((manifest) => {
          manifest.tables = manifest.tables.filter(({ name }: Loose) => name !== 'vendors');
        }),
    ],
    [
      'a table outside its folder',
      /tables is not a list of names/,
      () =>
        withManifest((manifest) => {
          manifest.tables[0].name = '../manifest';
        }),
    ],
    [
      'a file of a table that is missing',
      /vendors\.ndjson\.gz is not what the manifest says/,
      () =>
        withManifest((_, copy) => {
          rmSync(join(copy, 'tables/vendors.ndjson.gz'));
        }),
    ],
    [
      'a file that is cut short',
      /vendors\.ndjson\.gz is not a whole gzip file/,
      () =>
        withManifest((manifest, copy) => {
          const path = join(copy, 'tables/vendors.ndjson.gz');
          writeFileSync(path, readFileSync(path).subarray(0, -12));
          manifest.tables.find(({ name }: Loose) => name === 'vendors').sha256 = sha256(readFileSync(path));
        }),
    ],
    [
      'a manifest that is no object',
      /no manifest of form 1/,
      () => {
        const copy = withManifest(() => undefined);
        writeFileSync(join(copy, 'manifest.json'), 'null');
        return copy;
      },
    ],
  ])('with %s is rejected with one message, and changes nothing', async (_fault, said, faulty) => {
    const before = await shared();
    const refused: unknown = await imported(faulty()).catch((error: unknown) => error);
    // The command prints only the message of this error.
    expect(refused).toBeInstanceOf(ProvisioningError);
    expect((refused as Error).message).toMatch(said);
    expect(await shared()).toEqual(before);
  });

  it('is rejected by the command with exit code 1 and no stack trace', async () => {
    const faulty = withRow('projects', (row) => ({ ...row, id: 9007199254740990 }));
    const complained = await refusal(service, 'tenant:import', faulty, '--slug', 'faulty', '--unverified', '--quiet');
    expect(complained).toMatch(/^The archive cannot be imported: projects has the id 9007199254740990/);
    expect(complained).not.toMatch(/^ +at /m);
  });

  it('that differs only in its manifest is rejected, unless the operator accepts it', async () => {
    const changed = withTenant({ plan: 'basic' });
    await expect(imported(changed, {})).rejects.toThrow(/--manifest-sha256.*--unverified/);
    await expect(imported(changed, { manifestSha256: digest })).rejects.toThrow(/was changed: its SHA-256/);
    expect(await imported(archive(), { manifestSha256: digest })).toMatchObject({ slug: 'faulty' });
    expect(await imported(changed, { unverified: true, slug: 'accepted' })).toMatchObject({ slug: 'accepted' });
  });

  it('with large ids accepted by the operator moves a sequence just above them', async () => {
    const large = withRow('projects', (row) => ({ ...row, id: 2_000_000_000 }));
    await imported(large, { unverified: true, largeIds: true, slug: 'large' });
    const { id } = await other.post('/projects', { name: 'Next', code: 'NEXT' }, 201);
    expect(id).toBeGreaterThan(2_000_000_000);
    expect(id).toBeLessThan(2_000_100_000);
  });
});
