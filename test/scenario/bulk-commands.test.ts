import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Service, startApp } from '../support/app';
import { command, refusal } from '../support/command';

/** The commands `import` and `export` without a worker. */
describe('Bulk commands', () => {
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

  it('import a file and print the result', async () => {
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

  it('export a suspended tenant, but reject imports into it', async () => {
    // An export requested before the suspension: it waits until the tenant is resumed.
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

  it('import an exported file unchanged', async () => {
    const file = join(folder, 'again.ndjson.gz');
    const one = ['--tenant', slug, '--resource', 'vendors', '--file', file];
    expect(await command(service, 'export', ...one, '--for-import')).toMatchObject({ code: 0 });
    expect(await command(service, 'import', ...one)).toEqual({
      code: 0,
      said: '0 created, 0 changed, 2 unchanged; 0 rows refused.\n',
    });
  });

  it('import a file in the formats of the options', async () => {
    const path = join(folder, 'suppliers.csv');
    const head = Buffer.from('No;Supplier;Days;Remarks\n');
    // "ورق" in windows-1256.
    writeFileSync(
      path,
      Buffer.concat([head, Buffer.from('S1;'), Buffer.from([0xe6, 0xd1, 0xde]), Buffer.from(';30;x\n')]),
    );
    const columns = '{"No":"external_id","Supplier":"name","Days":"payment_terms"}';
    const into = ['import', '--tenant', slug, '--resource', 'vendors', '--file', path, '--ignore-columns', 'Remarks'];
    const done = await command(service, ...into, '--columns', columns, '--charset', 'windows-1256', '--json');
    expect(JSON.parse(done.said)).toMatchObject({ created: 1, rows_failed: 0, delimiter: 'semicolon' });
    const [vendor] = await service.client().get('/vendors', 200, { external_id: 'S1' });
    expect(await service.client().get(`/vendors/${vendor.id}`)).toMatchObject({ name: 'ورق', payment_terms: 30 });

    const budgets = written(
      'budgets.csv',
      'external_id\tname\tdepartment_code\tfiscal_year\tallocated_amount\nB1\tPaper\tGEN\t2026\t1.234,5\n',
    );
    const formats = ['--delimiter', 'tab', '--decimal', 'comma', '--thousands', 'dot', '--date-format', 'dd.mm.yyyy'];
    const budget = ['import', '--tenant', slug, '--resource', 'budgets', '--file', budgets];
    expect(await command(service, ...budget)).toMatchObject({ code: 1 });
    expect(await command(service, ...budget, ...formats)).toMatchObject({ code: 0 });
    const [made] = await service.client().through('a').get('/budgets', 200, { external_id: 'B1' });
    expect(made).toMatchObject({ allocated_amount: 1234.5 });
  });

  it('reject the formats that the API rejects', async () => {
    const csv = written('formats.csv', 'external_id,name\nZ1,One\n');
    const ndjson = written('formats.ndjson', '{"external_id":"Z1","name":"One"}\n');
    const into = (file: string) => ['import', '--tenant', slug, '--resource', 'vendors', '--file', file];
    expect(await refusal(service, ...into(csv), '--columns', 'Supplier=name')).toContain(
      'columns: Must be a JSON object of headings and columns',
    );
    expect(await refusal(service, ...into(csv), '--decimal', 'comma', '--thousands', 'comma')).toContain(
      'thousands: Must differ from the decimal mark.',
    );
    expect(await refusal(service, ...into(ndjson), '--charset', 'windows-1256')).toContain(
      'The charset must be one of: utf-8.',
    );
    const latin = join(folder, 'latin.csv');
    writeFileSync(latin, Buffer.from([...Buffer.from('external_id,name\nZ1,'), 0x81, 0x0a]));
    expect(await refusal(service, ...into(latin), '--charset', 'iso-8859-1')).toContain(
      'file: The file has a byte that is not a character of iso-8859-1.',
    );
    const two = written('two.csv', 'external_id;name,x\nZ1;One\n');
    expect(await refusal(service, ...into(two))).toContain(
      'delimiter: The headings of the file contain several separators',
    );
    expect(await service.client().get('/vendors', 200, { external_id: 'Z1' })).toEqual([]);
  });

  it('report faults in plain messages', async () => {
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
