import { OldExportFiles } from '../../src/exports';
import { type Service, startApp, storyClock } from '../support/app';
import type { Client, Loose } from '../support/client';
import { DemoCopies } from '../support/demo-copies';
import { downloaded, exported, recordsOf, textOf } from '../support/exports';
import { asOwner } from '../support/purchase-orders';

/** Where a record of each kind is read alone. */
const ONE: Readonly<Record<string, (record: Loose) => string>> = {
  departments: ({ id }) => `/departments/${id}`,
  projects: ({ id }) => `/projects/${id}`,
  users: ({ id }) => `/users/${id}`,
  vendors: ({ id }) => `/vendors/${id}`,
  budgets: ({ id }) => `/budgets/${id}`,
  purchase_orders: ({ id }) => `/purchase-orders/${id}`,
  goods_receipts: ({ id }) => `/goods-receipts/${id}`,
  invoices: ({ id }) => `/invoices/${id}`,
  webhooks: ({ id }) => `/webhooks/${id}`,
  roles: ({ slug }) => `/roles/${slug}`,
  settings: () => '/settings',
  approval_workflows: ({ kind }) => `/approval-workflows/${kind}`,
};

describe('exports', () => {
  let service: Service;
  let token: string;
  let admin: Client;

  beforeAll(async () => {
    service = await startApp({ clock: storyClock(), books: false });
    token = await (await DemoCopies.of(service)).make();
    admin = service.client({ token });
  });
  afterAll(() => service.stop());

  it('write every record as GET of it answers, none twice and none left out', async () => {
    const hook = { name: 'ERP', url: 'https://erp.example.com/hooks', events: ['invoice.paid'] };
    const { secret } = await admin.post('/webhooks', hook, 201);
    const done = await exported(service, { format: 'ndjson' }, { token });
    expect(done).toMatchObject({ status: 'done', failure: null, format: 'ndjson', for_import: false });
    expect(done.changes_cursor).toEqual(expect.any(String));
    expect(done.files.map(({ resource }: Loose) => resource)).toEqual([...Object.keys(ONE), 'audit_log']);
    expect(done.rows).toBe(done.files.reduce((sum: number, { rows }: Loose) => sum + rows, 0));
    for (const [resource, path] of Object.entries(ONE)) {
      const records = await recordsOf(service, done.id, resource, { token });
      expect(records.length).toBeGreaterThan(0);
      expect(done.files.find((file: Loose) => file.resource === resource).rows).toBe(records.length);
      for (const record of records) {
        const { kind, ...rest } = record;
        const shown = await admin.get(path(record));
        // When it was computed.
        if (resource === 'vendors') rest.performance.as_of = shown.performance.as_of = '';
        expect(resource === 'approval_workflows' ? rest : record).toMatchObject(
          kind === 'amendments' ? { rules: shown.rules } : shown,
        );
      }
    }
    const total = (await admin.call('GET', '/purchase-orders', 200)).body.meta.total;
    expect(await recordsOf(service, done.id, 'purchase_orders', { token })).toHaveLength(total);
    for (const { resource } of done.files) {
      const text = await textOf(service, done.id, resource, { token });
      for (const hidden of [secret, token, '_hash', 'encrypted', 'password']) expect(text).not.toContain(hidden);
    }
  });

  it('write CSV with a column for each field', async () => {
    const done = await exported(service, { format: 'csv', resources: ['vendors', 'webhooks'] }, { token });
    const [headings, first] = (await textOf(service, done.id, 'vendors', { token })).split('\r\n');
    expect(headings).toMatch(/^id,name,name_ar,email,.*performance_score,.*external_id,metadata,/);
    expect(first).toMatch(/^1,/);
    const reply = await downloaded(service, done.id, 'vendors', { token });
    expect(reply.headers.get('content-type')).toBe('application/gzip');
    expect(reply.headers.get('content-disposition')).toBe(`attachment; filename="export-${done.id}-vendors.csv.gz"`);
    expect(Number(reply.headers.get('content-length'))).toBe(done.files[0].size);
    await reply.arrayBuffer();
  });

  describe.each(['a', 'b'] as const)('in Form %s', (form) => {
    it('are asked for, listed and read', async () => {
      const asking = { token, form };
      const done = await exported(service, { format: 'ndjson', resources: ['projects'] }, asking);
      expect(done).toMatchObject({ resources: ['projects'], status: 'done', created_by: { id: expect.any(Number) } });
      const listed = await admin.through(form).get<Loose[]>('/exports', 200, { status: 'done', per_page: 1 });
      expect(listed).toEqual([done]);
      const cursored = await admin.through(form).call('GET', '/exports', 200, undefined, { query: { cursor: '' } });
      expect(cursored.body.data[0]).toEqual(done);
      expect(await recordsOf(service, done.id, 'projects', asking)).toHaveLength(done.rows);
      expect((await downloaded(service, done.id, 'vendors', asking)).status).toBe(404);
      expect((await downloaded(service, done.id, 'secrets', asking)).status).toBe(404);
    });

    it('are refused where the request is wrong', async () => {
      const client = admin.through(form);
      const refused = async (body: object): Promise<string[]> => {
        const { body: answer } = await client.call('POST', '/exports', 422, body);
        return Object.keys(answer.error?.details ?? answer.errors);
      };
      expect(await refused({})).toEqual(['format']);
      expect(await refused({ format: 'xml' })).toEqual(['format']);
      expect(await refused({ format: 'csv', resources: ['tokens'] })).toEqual(['resources']);
      expect(await refused({ format: 'csv', resources: [] })).toEqual(['resources']);
      expect(await refused({ format: 'csv', for_import: true, resources: ['vendors', 'webhooks'] })).toEqual([
        'resources',
      ]);
    });
  });

  it('are for the ability admin alone, and of their own tenant', async () => {
    const reader = (await admin.post('/tokens', { name: 'Reader', abilities: ['read'] }, 201)).token;
    const { id } = await exported(service, { format: 'csv', resources: ['users'] }, { token });
    await admin.as(reader).call('POST', '/exports', 403, { format: 'csv' });
    await admin.as(reader).call('GET', '/exports', 403);
    await admin.as(reader).call('GET', `/exports/${id}`, 403);
    expect((await downloaded(service, id, 'users', { token: reader })).status).toBe(403);
    await service.client().call('GET', `/exports/${id}`, 404);
    expect((await downloaded(service, id, 'users')).status).toBe(404);
    expect(await service.client().get('/exports')).toEqual([]);
  });

  it('stand in the audit log, and who had their files', async () => {
    const { id } = await exported(service, { format: 'csv', resources: ['users'] }, { token });
    await textOf(service, id, 'users', { token });
    const query = { entity_type: 'export', entity_id: id, order: 'asc' };
    const entries = await admin.get<Loose[]>('/audit-log', 200, query);
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['started', { resources: ['users'], format: 'csv', for_import: false }],
      ['finished', { resources: ['users'], rows: expect.any(Number) }],
      ['downloaded', { resource: 'users' }],
    ]);
  });

  it('lose their files after seven days, and the files their place in the quota', async () => {
    const kept = async (): Promise<number> => {
      const rows = await asOwner<{ n: string }>(service, 'SELECT count(*) AS n FROM stored_objects WHERE kept');
      return Number(rows[0]?.n);
    };
    const { id } = await exported(service, { format: 'csv', resources: ['users', 'vendors'] }, { token });
    const before = await kept();
    await asOwner(service, `UPDATE exports SET expires_at = now() - interval '1 year' WHERE id = $1`, [id]);
    await service.app.get(OldExportFiles).sweep();
    expect(await kept()).toBe(before - 2);
    expect(await admin.get(`/exports/${id}`)).toMatchObject({ status: 'done', files: [], expires_at: null });
    expect((await downloaded(service, id, 'users', { token })).status).toBe(404);
  });

  it('end as failed where their files do not fit the quota', async () => {
    await asOwner(service, `UPDATE tenants SET stored_bytes = stored_bytes + 1e12 WHERE slug LIKE 'copy-%'`);
    const full = await exported(service, { format: 'csv', resources: ['users'] }, { token });
    await asOwner(service, `UPDATE tenants SET stored_bytes = stored_bytes - 1e12 WHERE slug LIKE 'copy-%'`);
    const message = 'The files do not fit the storage quota. Remove documents, or export less.';
    expect(full).toMatchObject({ status: 'failed', files: [], failure: { code: 'VALIDATION_ERROR', message } });
  });
});
