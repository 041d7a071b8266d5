import { parse } from 'csv-parse/sync';
import { OldExportFiles } from '../../src/integration/exports';
import { type Service, startApp, storyClock } from '../support/app';
import type { Client, Loose } from '../support/client';
import { DemoCopies } from '../support/demo-copies';
import { downloaded, exported, recordsOf, textOf } from '../support/exports';
import { until } from '../support/until';
import { anApproved, asOwner } from '../support/purchase-orders';

/** Path of a single record of each kind, or of the list of its owner. */
const ONE: Readonly<Record<string, (record: Loose) => string>> = {
  departments: ({ id }) => `/departments/${id}`,
  projects: ({ id }) => `/projects/${id}`,
  users: ({ id }) => `/users/${id}`,
  delegations: ({ user }) => `/users/${user.id}/delegations`,
  vendors: ({ id }) => `/vendors/${id}`,
  bank_accounts: ({ vendor_id }) => `/vendors/${vendor_id}/bank-accounts`,
  budgets: ({ id }) => `/budgets/${id}`,
  purchase_orders: ({ id }) => `/purchase-orders/${id}`,
  amendments: ({ id, purchase_order_id }) => `/purchase-orders/${purchase_order_id}/amendments/${id}`,
  order_versions: ({ purchase_order_id }) => `/purchase-orders/${purchase_order_id}/versions`,
  goods_receipts: ({ id }) => `/goods-receipts/${id}`,
  invoices: ({ id }) => `/invoices/${id}`,
  budget_movements: ({ budget_id }) => `/budgets/${budget_id}/movements`,
  webhooks: ({ id }) => `/webhooks/${id}`,
  webhook_deliveries: ({ webhook_id }) => `/webhooks/${webhook_id}/deliveries`,
  roles: ({ slug }) => `/roles/${slug}`,
  settings: () => '/settings',
  approval_workflows: ({ kind }) => `/approval-workflows/${kind}`,
};

/** The owner field of records that are only listed. The list does not repeat it. */
const OWNER: Readonly<Record<string, string | undefined>> = {
  delegations: 'user',
  bank_accounts: 'vendor_id',
  order_versions: 'purchase_order_id',
  budget_movements: 'budget_id',
  webhook_deliveries: 'webhook_id',
};

const KNOWN_ELSEWHERE = [
  'departments',
  'projects',
  'users',
  'vendors',
  'budgets',
  'purchase_orders',
  'goods_receipts',
  'invoices',
] as const;

describe('exports', () => {
  let service: Service;
  let token: string;
  let admin: Client;

  beforeAll(async () => {
    service = await startApp({ works: true, clock: storyClock(), books: false });
    token = await (await DemoCopies.of(service)).make();
    admin = service.client({ token });
  });
  afterAll(() => service.stop());

  /** Compares the records of each owner with its list: both must contain the same records. */
  const compareLists = async (records: Loose[], path: (record: Loose) => string, owner: string): Promise<void> => {
    for (const address of new Set(records.map(path))) {
      const some = records.filter((record) => path(record) === address);
      const listed = await admin.get<Loose[]>(address, 200, { per_page: 100, order: 'asc' });
      // The export omits the current version, which is the order itself.
      const expected = listed.filter(({ is_current, superseded_at }) => !(is_current && superseded_at === null));
      const whole = owner === 'user' ? expected : expected.map((one) => ({ ...one, [owner]: some[0]?.[owner] }));
      const key = ({ id, version }: Loose): number => id ?? version;
      const sorted = (all: Loose[]): Loose[] => [...all].sort((one, other) => key(one) - key(other));
      expect(sorted(some)).toEqual(sorted(whole));
    }
  };

  const makeWhatTheDemoLacks = async (hookId: number): Promise<void> => {
    const [one, other] = await admin.get<Loose[]>('/users', 200, { status: 'active' });
    const days = { from: '2026-03-11', to: '2026-03-20' };
    await admin.post(`/users/${one?.id}/delegations`, { delegate_id: other?.id, ...days }, 201);
    const { id } = await anApproved(admin, 1);
    const [item] = (await admin.get(`/purchase-orders/${id}`)).items;
    const amendment = { reason: 'One less', items: [{ id: item.id, quantity: item.quantity / 2 }] };
    expect(await admin.post(`/purchase-orders/${id}/amendments`, amendment, 201)).toMatchObject({ status: 'applied' });
    // Writes what a worker would write.
    await asOwner(
      service,
      `WITH delivered AS (
         INSERT INTO webhook_deliveries (tenant_id, subscription_id, event_id, status, created_at, finished_at)
         SELECT tenant_id, $1, max(id), 'succeeded', now(), now() FROM events
          WHERE tenant_id = (SELECT tenant_id FROM webhook_subscriptions WHERE id = $1) GROUP BY 1
         RETURNING tenant_id, id)
       INSERT INTO webhook_attempts (tenant_id, delivery_id, number, outcome, status_code, response, started_at)
       SELECT tenant_id, id, 1, 'SUCCESS', 200, 'OK', now() FROM delivered`,
      [hookId],
    );
  };

  it('contain every record once, as GET returns it', async () => {
    const hook = { name: 'ERP', url: 'https://erp.example.com/hooks', events: ['invoice.paid'] };
    const { secret, id: hookId } = await admin.post('/webhooks', hook, 201);
    await makeWhatTheDemoLacks(hookId);
    // The first request of a token records its use a moment later. Both the export and the GET below must include it.
    await until(async () => (await admin.get('/users/me')).last_login_at !== null);
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
        if (resource in OWNER) continue;
        const shown = await admin.get(path(record));
        // The time of the calculation differs.
        if (resource === 'vendors') record.performance.as_of = shown.performance.as_of = '';
        expect(record).toMatchObject(shown);
      }
      const owner = OWNER[resource];
      if (owner !== undefined) await compareLists(records, path, owner);
    }
    const total = (await admin.call('GET', '/purchase-orders', 200)).body.meta.total;
    expect(await recordsOf(service, done.id, 'purchase_orders', { token })).toHaveLength(total);
    for (const { resource } of done.files) {
      const text = await textOf(service, done.id, resource, { token });
      for (const hidden of [secret, token, '_hash', 'encrypted', 'password']) expect(text).not.toContain(hidden);
    }
  });

  it('write CSV with one column per field', async () => {
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

  it('write all fields of every kind in CSV, including external ids', async () => {
    const [csv, ndjson] = [
      await exported(service, { format: 'csv' }, { token }),
      await exported(service, { format: 'ndjson' }, { token }),
    ];
    for (const resource of Object.keys(ONE)) {
      const rows: Record<string, string>[] = parse(await textOf(service, csv.id, resource, { token }), {
        columns: true,
      });
      const records = await recordsOf(service, ndjson.id, resource, { token });
      expect(rows).toHaveLength(records.length);
      for (const [place, record] of records.entries()) {
        expect({ resource, columns: Object.keys(rows[place] ?? {}) }).toEqual({
          resource,
          columns: expect.arrayContaining(Object.keys(record)),
        });
        if (record.id) expect(rows[place]?.['id']).toBe(String(record.id));
      }
    }
    for (const resource of KNOWN_ELSEWHERE) {
      const [record] = await recordsOf(service, ndjson.id, resource, { token });
      expect(record).toHaveProperty('external_id');
    }
  });

  describe.each(['a', 'b'] as const)('in Form %s', (form) => {
    it('can be requested, listed and downloaded', async () => {
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

    it('return 422 for an invalid request', async () => {
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

  it('require the ability admin and return 404 for another tenant', async () => {
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

  it('add audit entries for start, finish and download', async () => {
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

  it('delete their files after seven days and free the quota, except under a legal hold', async () => {
    const kept = async (): Promise<number> => {
      const rows = await asOwner<{ n: string }>(service, 'SELECT count(*) AS n FROM stored_objects WHERE kept');
      return Number(rows[0]?.n);
    };
    const { id } = await exported(service, { format: 'csv', resources: ['users', 'vendors'] }, { token });
    const before = await kept();
    await asOwner(service, `UPDATE exports SET expires_at = now() - interval '1 year' WHERE id = $1`, [id]);
    const hold = (since: string): Promise<unknown> =>
      asOwner(
        service,
        `UPDATE tenants t SET legal_hold_reason = 'Case 7', legal_hold_since = ${since} FROM exports e WHERE e.id = $1 AND t.id = e.tenant_id`,
        [id],
      );
    await hold('now()');
    await service.app.get(OldExportFiles).sweep();
    expect(await kept()).toBe(before);
    await hold('NULL');
    await service.app.get(OldExportFiles).sweep();
    expect(await kept()).toBe(before - 2);
    expect(await admin.get(`/exports/${id}`)).toMatchObject({ status: 'done', files: [], expires_at: null });
    expect((await downloaded(service, id, 'users', { token })).status).toBe(404);
  });

  it('fail if the files exceed the storage quota', async () => {
    await asOwner(service, `UPDATE tenants SET stored_bytes = stored_bytes + 1e12 WHERE slug LIKE 'copy-%'`);
    const full = await exported(service, { format: 'csv', resources: ['users'] }, { token });
    await asOwner(service, `UPDATE tenants SET stored_bytes = stored_bytes - 1e12 WHERE slug LIKE 'copy-%'`);
    const message = 'The files do not fit into the storage quota. Remove documents, or export fewer resources.';
    expect(full).toMatchObject({ status: 'failed', files: [], failure: { code: 'VALIDATION_ERROR', message } });
  });
});
