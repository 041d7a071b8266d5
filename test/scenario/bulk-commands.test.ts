import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Service, startApp } from '../support/app';
import { command, refusal } from '../support/command';

/** `import` and `export` of the command line, where no worker runs. */
describe('the commands for bulk', () => {
  let service: Service;
  let folder: string;
  let slug: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'procurement-bulk-'));
    service = await startApp({ env: { PROCESS_ROLE: 'api' } });
    ({ slug } = service.tenant.tenant);
  });
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const written = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  it('import a file and say what came of it', async () => {
    const file = written('vendors.csv', 'external_id,name\nV1,Najd Paper\nV2,\n');
    const trial = await command(
      service,
      'import',
      '--tenant',
      slug,
      '--resource',
      'vendors',
      '--file',
      file,
      '--dry-run',
    );
    expect(trial).toEqual({ code: 1, said: '1 created, 0 changed, 0 unchanged; 1 rows refused.\n' });
    const done = await command(service, 'import', '--tenant', slug, '--resource', 'vendors', '--file', file, '--json');
    expect(JSON.parse(done.said)).toMatchObject({ status: 'done', created: 1, rows_failed: 1, dry_run: false });
    const entries = await service.client().get('/audit-log', 200, { entity_type: 'vendor', action: 'created' });
    expect(entries).toMatchObject([{ user: { name: 'command line' }, token_id: null }]);
  });

  it('export to a file and to a folder', async () => {
    const file = join(folder, 'one.ndjson.gz');
    const one = await command(service, 'export', '--tenant', slug, '--resource', 'vendors', '--file', file, '--json');
    expect(JSON.parse(one.said)).toMatchObject({ status: 'done', rows: 1 });
    expect(JSON.parse(gunzipSync(readFileSync(file)).toString())).toMatchObject({
      name: 'Najd Paper',
      external_id: 'V1',
    });
    const all = await command(service, 'export', '--tenant', slug, '--format', 'csv', '--folder', join(folder, 'all'));
    expect(all).toEqual({ code: 0, said: expect.stringMatching(/^\d+ records in 19 files\.\n$/) as string });
    expect(gunzipSync(readFileSync(join(folder, 'all/users.csv.gz'))).toString()).toMatch(/^id,name_en,/);
  });

  it('unload a suspended tenant, and load none into it', async () => {
    // One that was asked for before: it waits until the tenant is taken up again.
    const { id } = await service.client().post('/exports', { format: 'csv', resources: ['users'] }, 202);
    expect(await command(service, 'tenant:suspend', '--slug', slug)).toMatchObject({ code: 0 });
    const file = join(folder, 'suspended.csv.gz');
    const some = ['export', '--tenant', slug, '--resource', 'vendors', '--format', 'csv', '--file', file];
    expect(await command(service, ...some)).toEqual({ code: 0, said: '1 records in 1 files.\n' });
    const source = written('more.csv', 'external_id,name\nV3,Rawabi Steel\n');
    const loading = ['import', '--tenant', slug, '--resource', 'vendors', '--file', source];
    expect(await refusal(service, ...loading)).toContain('The tenant is suspended');
    expect(await command(service, 'tenant:suspend', '--slug', slug, '--resume')).toMatchObject({ code: 0 });
    expect(await service.client().get(`/exports/${id}`)).toMatchObject({ status: 'queued' });
    expect(await command(service, ...loading)).toMatchObject({ code: 0 });
  });

  it('import what was exported for an import as it is', async () => {
    const file = join(folder, 'again.ndjson.gz');
    const one = ['--tenant', slug, '--resource', 'vendors', '--file', file];
    expect(await command(service, 'export', ...one, '--for-import')).toMatchObject({ code: 0 });
    expect(await command(service, 'import', ...one)).toEqual({
      code: 0,
      said: '0 created, 0 changed, 2 unchanged; 0 rows refused.\n',
    });
  });

  it('are refused in words', async () => {
    const file = written('wrong.csv', 'external_id,nome\nV1,Najd Paper\n');
    const none = join(folder, 'none.csv');
    const plain = written('plain.csv.gz', 'external_id,name\n');
    const into = ['import', '--tenant', slug, '--resource', 'vendors', '--file'];
    expect(await refusal(service, ...into, file)).toContain('file: Unknown columns: nome.');
    expect(await refusal(service, ...into, none)).toContain(`There is no file ${none}`);
    expect(await refusal(service, ...into, plain)).toContain(`${plain} is not gzip`);
    expect(await refusal(service, 'export', '--tenant', 'nobody', '--folder', folder)).toContain('nobody');
    expect(await refusal(service, 'export', '--tenant', slug, '--file', join(folder, 'all.gz'))).toContain(
      '--file takes one --resource; say --folder for several',
    );
    const { tenant } = await service.newTenant();
    await service.owner.query(`UPDATE users SET role = 'viewer' WHERE tenant_id = $1`, [tenant.id]);
    expect(await refusal(service, 'export', '--tenant', tenant.slug, '--folder', folder)).toContain(
      'The tenant has no active admin',
    );
  });
});
