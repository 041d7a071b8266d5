import { gzipSync } from 'node:zlib';
import { PREFIX } from '../../src/platform/http';
import { IMPORT_RESOURCES } from '../../src/integration/imports';
import { ImportKinds } from '../../src/integration/imports/kinds/kinds';
import { ImportRunner } from '../../src/integration/imports/running/import-runner';
import { TenantsService } from '../../src/operations/provisioning';
import { type Service, startApp } from '../support/app';
import type { Loose } from '../support/client';
import { ended, errorsOf, imported, sendImport } from '../support/imports';
import { asOwner } from '../support/purchase-orders';

describe('imports', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ works: true, env: { IMPORT_MAX_MB: '5' } });
  });
  afterAll(() => service.stop());

  const count = async (sql: string): Promise<number> => {
    const [row] = await asOwner<{ n: string }>(service, `SELECT count(*) AS n FROM ${sql}`);
    return Number(row?.n);
  };
  const fieldsOf = (body: Loose): Record<string, string[]> => body.error?.details ?? body.errors;

  describe.each(['a', 'b'] as const)('Form %s', (form) => {
    it('accept a CSV file and report its progress', async () => {
      const file = `external_id,name,vat_number\r\n${form}-1,"Najd, Paper",\r\n${form}-2,"Rawabi ""Steel""",\r\n`;
      const reply = await sendImport(service, 'vendors', file, { form });
      expect(reply.status).toBe(202);
      if (form === 'b') expect(reply.body.message).toBe('The import was accepted.');
      expect(reply.body.data).toMatchObject({
        resource: 'vendors',
        format: 'csv',
        dry_run: false,
        rows_total: 2,
        failure: null,
        created_by: { id: service.tenant.user.id },
      });
      await ended(service, reply.body.data.id);
      const client = service.client({ form });
      const done = await client.get(`/imports/${reply.body.data.id}`);
      expect(done).toMatchObject({
        status: 'done',
        rows_done: 2,
        rows_failed: 0,
        created: 2,
        changed: 0,
        unchanged: 0,
      });
      const [first] = await client.get<Loose[]>('/imports', 200, { resource: 'vendors', status: 'done' });
      expect(first).toEqual(done);
      const names = await asOwner<{ name: string }>(
        service,
        `SELECT name FROM vendors WHERE external_id LIKE '${form}-%' ORDER BY id`,
      );
      expect(names.map(({ name }) => name)).toEqual(['Najd, Paper', 'Rawabi "Steel"']);
    });

    it('list the errors of each row as pages, CSV and NDJSON, in both languages', async () => {
      const file = `external_id,name,email,payment_terms\n${form}-x,,nobody,soon\n,Nameless,,\n${form}-y,Good,,30\n${form}-z,Short\n`;
      const done = await imported(service, 'vendors', file, { form });
      expect(done).toMatchObject({ status: 'done', rows_total: 4, rows_done: 4, rows_failed: 3, created: 1 });
      const errors = await errorsOf(service, done.id);
      expect(errors).toEqual(
        expect.arrayContaining([
          [2, 'name', 'This field is required.'],
          [2, 'email', expect.any(String)],
          [2, 'payment_terms', expect.any(String)],
          [3, 'external_id', 'This field is required.'],
          [5, null, 'The row has more or fewer cells than the headings.'],
        ]),
      );
      expect(errors).toHaveLength(5);
      const client = service.client({ form });
      const csv = await client.raw('GET', `/imports/${done.id}/errors`, undefined, { headers: { accept: 'text/csv' } });
      expect(csv.text.split('\r\n')[0]).toBe('import_line,import_message,external_id,name,email,payment_terms');
      expect(csv.text).toContain(`3,external_id: This field is required.,,Nameless,,\r\n`);
      const lines = await fetch(`${service.address}${PREFIX[form]}/imports/${done.id}/errors`, {
        headers: {
          authorization: `Bearer ${service.tenant.token.token}`,
          accept: 'application/x-ndjson',
          'accept-language': 'ar',
        },
      });
      const parsed = (await lines.text())
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(parsed).toHaveLength(5);
      expect(parsed.at(-1)).toEqual({
        line: 5,
        external_id: null,
        field: null,
        code: 'VALIDATION_ERROR',
        message: 'عدد خلايا الصف أكثر أو أقل من عدد العناوين.',
      });
    });

    const HEAD = 'external_id,name\n';
    it.each<[string, string | Buffer, RegExp]>([
      ['an empty file', '', /no rows/],
      ['only headings', HEAD, /no rows/],
      ['UTF-16', Buffer.from(`\ufeff${HEAD}V1,x\n`, 'utf16le'), /not text in UTF-8/],
      ['Latin-1', Buffer.from(`${HEAD}V1,Café\n`, 'latin1'), /not text in UTF-8/],
      ['unknown columns', 'external_id,name,colour\nV1,x,red\n', /Unknown columns: colour\./],
      ['missing columns', 'name\nx\n', /Missing columns: external_id\./],
      ['a repeated column', 'external_id,name,name\nV1,x,x\n', /Duplicate columns: name\./],
      ['a quote without end', `${HEAD}V1,x\nV2,"y\nV3,z\n`, /begins in line 3 has a quote that is never closed/],
      ['100,001 rows', `${HEAD}${'V1,x\n'.repeat(100_001)}`, /more than 100000 rows/],
    ])('reject %s and store nothing', async (_, file, message) => {
      const before = [await count('imports'), await count('stored_objects')];
      const { status, body } = await sendImport(service, 'vendors', file, { form });
      expect(status).toBe(422);
      expect(fieldsOf(body).file?.[0]).toMatch(message);
      expect([await count('imports'), await count('stored_objects')]).toEqual(before);
    });

    it('reject a file that is too large, another media type, an unknown resource and options of other resources', async () => {
      const large = await sendImport(service, 'vendors', HEAD + 'x'.repeat(5 * 1024 * 1024), { form });
      expect(large.status).toBe(413);
      const json = await sendImport(service, 'vendors', '{}', { form, type: 'application/json' });
      expect(json.status).toBe(415);
      const multipart = await sendImport(service, 'vendors', '--x--', {
        form,
        type: 'multipart/form-data; boundary=x',
      });
      expect([multipart.status, multipart.body.error.message]).toEqual([
        415,
        'The Content-Type must be text/csv, application/x-ndjson: send the file itself as the body, without a form.',
      ]);
      const encoded = (file: Buffer, encoding: string) =>
        sendImport(service, 'vendors', file, { form, headers: { 'content-encoding': encoding } });
      expect((await encoded(gzipSync(HEAD + 'x'.repeat(5 * 1024 * 1024)), 'gzip')).status).toBe(413);
      expect((await encoded(Buffer.from(HEAD), 'gzip')).status).toBe(400);
      expect((await encoded(Buffer.from(HEAD), 'br')).status).toBe(415);
      const unknown = await sendImport(service, 'payments', HEAD, { form });
      expect(unknown.status).toBe(400);
      expect(fieldsOf(unknown.body)).toHaveProperty('resource');
      const approve = await sendImport(service, 'vendors', `${HEAD}V,x\n`, { form, query: { approve: 'true' } });
      expect(fieldsOf(approve.body)).toHaveProperty('approve');
      const invite = await sendImport(service, 'vendors', `${HEAD}V,x\n`, { form, query: { invite: 'true' } });
      expect(fieldsOf(invite.body)).toHaveProperty('invite');
    });
  });

  it('decompress a gzip file', async () => {
    const file = gzipSync('external_id,name\ngz-1,Najd Paper\ngz-2,Rawabi Steel\n');
    const done = await imported(service, 'vendors', file, { headers: { 'content-encoding': 'gzip' } });
    expect(done).toMatchObject({ status: 'done', rows_total: 2, created: 2 });
  });

  it('read a byte order mark and store formulas as text', async () => {
    const done = await imported(service, 'vendors', "\ufeffexternal_id,name,phone\nbom-1,=1+1,'+966 5\n");
    expect(done).toMatchObject({ created: 1 });
    const [row] = await asOwner(service, `SELECT name, phone FROM vendors WHERE external_id = 'bom-1'`);
    expect(row).toEqual({ name: '=1+1', phone: '+966 5' });
  });

  it('accept NDJSON and report invalid lines without stopping', async () => {
    const file =
      '{"external_id":"n-1","name":"One"}\n{"external_id":\n[]\n\n{"external_id":"n-2","name":"Two","x":1}\n';
    const done = await imported(service, 'vendors', file, { type: 'application/x-ndjson' });
    expect(done).toMatchObject({ rows_total: 4, rows_failed: 3, created: 1 });
    expect(await errorsOf(service, done.id)).toEqual([
      [2, null, 'The line is not valid JSON: it ends in column 16 before it is complete.'],
      [3, null, 'The line is not a JSON object.'],
      [5, 'x', 'Unknown field.'],
    ]);
  });

  it('reject an NDJSON line or CSV cell with more elements than a request may have', async () => {
    const lists = `[${'[],'.repeat(30_000)}[]]`;
    const file = `{"external_id":"m-1","name":"One","contacts":${lists}}\n{"external_id":"m-2","name":"Two"}\n`;
    const done = await imported(service, 'vendors', file, { type: 'application/x-ndjson' });
    expect(done).toMatchObject({ rows_failed: 1, created: 1 });
    expect(await errorsOf(service, done.id)).toEqual([[1, null, expect.stringContaining('10000')]]);
    const csv = await imported(service, 'vendors', `external_id,name,contacts\nm-3,Three,"${lists}"\nm-4,Four,\n`);
    expect(csv).toMatchObject({ rows_failed: 1, created: 1 });
    expect(await errorsOf(service, csv.id)).toEqual([[2, 'contacts', expect.any(String)]]);
  });

  it.each([
    ['NUL', '\\u0000'],
    ['half a character', '\\ud800'],
  ])('report %s in ids, references and field names as an error of the row', async (_, odd) => {
    const type = 'application/x-ndjson';
    const file = [
      `{"external_id":"odd${odd}1","name":"A","code":"ODD1"}`,
      `{"external_id":"odd-2","name":"B","code":"ODD2","head_user_external_id":"U${odd}"}`,
      `{"external_id":"odd-3","name":"C","code":"ODD3","head_user_email":"a${odd}@b.example"}`,
      `{"external_id":"odd-4","name":"D","code":"ODD4","x${odd}":1}`,
      `{"external_id":"fit-${odd.slice(1)}","name":"E","code":"FIT${odd.charAt(2)}"}`,
    ].join('\n');
    const done = await imported(service, 'departments', file, { type });
    expect(done).toMatchObject({ status: 'done', rows_failed: 4, created: 1 });
    const errors = await errorsOf(service, done.id);
    expect(errors.map(([line, field]) => [line, field])).toEqual([
      [1, 'external_id'],
      [2, 'head_user_external_id'],
      [3, 'head_user_email'],
      [4, 'x\ufffd'],
    ]);
    const projects = `{"external_id":"odd-5","name":"F","code":"ODD5","department_code":"F${odd}"}\n`;
    const refused = await imported(service, 'projects', projects, { type });
    expect((await errorsOf(service, refused.id)).map(([line, field]) => [line, field])).toEqual([
      [1, 'department_code'],
    ]);
  });

  it.each(IMPORT_RESOURCES)('report NUL in any field of %s as an error of the row', async (resource) => {
    const { columns, references, lines } = service.app.get(ImportKinds).of(resource);
    const named = (ones: readonly { readonly from: string }[] = []) => ones.map(({ from }) => from);
    const ofRecord = ['external_id', 'metadata', ...Object.keys(columns), ...named(references)];
    const ofLine = lines ? ['external_id', 'metadata', ...Object.keys(lines.columns), ...named(lines.references)] : [];
    const rows = [
      ...ofRecord.map((field) => ({ field, row: { external_id: `nul-${field}`, [field]: '\0' } })),
      ...ofLine.map((name) => ({
        field: `${lines?.field}.0.${name}`,
        row: { external_id: `nul-${lines?.field}-${name}`, [lines?.field ?? '']: [{ [name]: '\0' }] },
      })),
    ];
    const done = await imported(service, resource, rows.map(({ row }) => JSON.stringify(row)).join('\n'), {
      type: 'application/x-ndjson',
    });
    expect(done).toMatchObject({ status: 'done', rows_total: rows.length, rows_failed: rows.length });
    const errors = await asOwner<{ line: number; field: string }>(
      service,
      'SELECT line, field FROM import_errors WHERE import_id = $1',
      [done.id],
    );
    for (const [index, { field }] of rows.entries()) expect(errors).toContainEqual({ line: index + 1, field });
  });

  it('create the other vendors if a VAT or registration number contains NUL', async () => {
    const file = [
      '{"external_id":"nul-1","name":"One","vat_number":"3001\\u0000"}',
      '{"external_id":"nul-2","name":"Two","cr_number":"\\u0000"}',
      '{"external_id":"nul-3","name":"Three","vat_number":" 3003 ","cr_number":"3"}',
    ].join('\n');
    const done = await imported(service, 'vendors', file, { type: 'application/x-ndjson' });
    expect(done).toMatchObject({ status: 'done', rows_failed: 2, created: 1 });
    expect((await errorsOf(service, done.id)).map(([line, field]) => [line, field])).toEqual([
      [1, 'vat_number'],
      [2, 'cr_number'],
    ]);
  });

  it('create no duplicates from two concurrent uploads of a file and change only changed rows', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => `twice-${index},Vendor ${index}`);
    const file = `external_id,name\n${rows.join('\n')}\n`;
    const replies = await Promise.all([1, 2].map(() => sendImport(service, 'vendors', file)));
    const done = await Promise.all(replies.map(({ body }) => ended(service, body.data.id)));
    expect(done.map(({ created }) => created).sort()).toEqual([0, 120]);
    expect(done.map(({ unchanged }) => unchanged).sort()).toEqual([0, 120]);
    expect(await count(`vendors WHERE external_id LIKE 'twice-%'`)).toBe(120);
    const again = await imported(service, 'vendors', file.replace('Vendor 7\n', 'Vendor seven\n'));
    expect(again).toMatchObject({ created: 0, changed: 1, unchanged: 119, rows_failed: 0 });
  });

  it('write nothing with dry_run and report the result', async () => {
    const before = await count('vendors');
    const audits = await count(`audit_log WHERE entity_type = 'vendor'`);
    const file = 'external_id,name,vat_number\nt-1,One,300000000000003\nt-2,Two,300000000000003\nt-3,Three,\n';
    const done = await imported(service, 'vendors', file, { query: { dry_run: 'true' } });
    expect(done).toMatchObject({ status: 'done', dry_run: true, created: 2, rows_failed: 1 });
    expect(await errorsOf(service, done.id)).toEqual([[3, 'vat_number', 'Already in use.']]);
    expect(await count('vendors')).toBe(before);
    expect(await count(`audit_log WHERE entity_type = 'vendor'`)).toBe(audits);
    const real = await imported(service, 'vendors', file);
    expect(real).toMatchObject({ created: 2, rows_failed: 1 });
  });

  it('record events always and call webhooks only if requested', async () => {
    const hook = { name: 'ERP', url: 'https://hooks.example/x', events: ['vendor.created'] };
    await service.client().post('/webhooks', hook, 201);
    await imported(service, 'vendors', 'external_id,name\nq-1,Quiet\n');
    expect(await count(`events WHERE body LIKE '%"name":"Quiet"%'`)).toBe(1);
    expect(await count('webhook_deliveries')).toBe(0);
    await imported(service, 'vendors', 'external_id,name\nq-2,Loud\n', { query: { webhooks: 'true' } });
    expect(await count('webhook_deliveries')).toBe(1);
  });

  it('have audit entries for the import and for each record, with the user who started it', async () => {
    const { id } = await imported(service, 'vendors', 'external_id,name\naud-1,Audited\n');
    const entries = await service.client().get<Loose[]>('/audit-log', 200, { entity: `import:${id}`, order: 'asc' });
    expect(entries.map(({ action, user }) => [action, user.id])).toEqual([
      ['started', service.tenant.user.id],
      ['finished', service.tenant.user.id],
    ]);
    expect(entries[1].details).toMatchObject({ resource: 'vendors', rows_done: 1, created: 1 });
    const [vendor] = await asOwner<{ id: number }>(service, `SELECT id FROM vendors WHERE external_id = 'aud-1'`);
    const [made] = await service.client().get<Loose[]>('/audit-log', 200, { entity: `vendor:${vendor?.id}` });
    expect(made).toMatchObject({ action: 'created', user: { id: service.tenant.user.id } });
  });

  it('delete the file after an import without rejected rows', async () => {
    const kept = await count('stored_objects WHERE kept');
    const { id } = await imported(service, 'vendors', 'external_id,name\ngone-1,Gone\n');
    expect(await count('stored_objects WHERE kept')).toBe(kept);
    expect(await count(`imports WHERE id = ${id} AND object_id IS NOT NULL`)).toBe(0);
  });

  it('require an admin token and fail if it is revoked', async () => {
    const file = 'external_id,name\np-1,Nobody\n';
    const token = await service.mint(['read', 'write', 'approve', 'delete']);
    expect((await sendImport(service, 'vendors', file, { token })).status).toBe(403);
    for (const path of ['/imports', '/imports/1', '/imports/1/errors']) {
      expect((await service.client({ token }).raw('GET', path)).status).toBe(403);
    }
    const doomed = await service.mint(['admin']);
    // The runner must not start the import before the token is revoked.
    const paused = jest.spyOn(service.app.get(ImportRunner, { strict: false }), 'turn').mockResolvedValue(false);
    const { body } = await sendImport(service, 'vendors', file, { token: doomed });
    await asOwner(service, `UPDATE api_tokens SET revoked_at = now() WHERE id = $1`, [await tokenId(doomed)]);
    paused.mockRestore();
    const failed = await ended(service, body.data.id);
    const failure = {
      code: 'UNAUTHENTICATED',
      message: 'The user or token that started the import is no longer allowed to import.',
    };
    expect(failed).toMatchObject({ status: 'failed', failure, rows_done: 0, created: 0 });
  });
  const tokenId = async (_token: string): Promise<number> => {
    const [row] = await asOwner<{ id: number }>(service, 'SELECT max(id) AS id FROM api_tokens');
    return Number(row?.id);
  };

  it('return 404 for another tenant', async () => {
    const { id } = await imported(service, 'vendors', 'external_id,name\niso-1,Ours\n');
    const other = await service.newTenant();
    const stranger = service.client({ token: other.token.token });
    expect((await stranger.raw('GET', `/imports/${id}`)).status).toBe(404);
    expect((await stranger.raw('GET', `/imports/${id}/errors`)).status).toBe(404);
    expect(await stranger.get('/imports')).toEqual([]);
    const theirs = await imported(service, 'vendors', 'external_id,name\niso-1,Theirs\n', { token: other.token.token });
    expect(theirs).toMatchObject({ created: 1, unchanged: 0 });
  });

  it('run once per Idempotency-Key, which rejects another file', async () => {
    const headers = { 'idempotency-key': 'import-1' };
    const file = 'external_id,name\nidem-1,Once\n';
    const [first, second] = [
      await sendImport(service, 'vendors', file, { headers }),
      await sendImport(service, 'vendors', file, { headers }),
    ];
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(second.body.data.id).toBe(first.body.data.id);
    const other = await sendImport(service, 'vendors', `${file}idem-2,Other\n`, { headers });
    expect(other.status).toBe(422);
    await ended(service, first.body.data.id);
  });

  it('return 422 if the storage quota is used up', async () => {
    const other = await service.newTenant();
    await service.app.get(TenantsService).changeQuotas(other.tenant.slug, { storage_quota_mb: 0 });
    const file = 'external_id,name\nfull-1,Full\n';
    const { status, body } = await sendImport(service, 'vendors', file, { token: other.token.token });
    expect(status).toBe(422);
    expect(fieldsOf(body)).toHaveProperty('file');
  });
});
