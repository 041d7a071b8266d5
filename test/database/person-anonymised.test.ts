import { BudgetVerification } from '../../src/procurement/budgets';
import { Clock } from '../../src/common/clock';
import { TenantDirectory, TenantsService, UserAnonymisation } from '../../src/operations/provisioning';
import { type RunQuery, asOwner } from '../../src/operations/provisioning/owner-connection';
import { FigureVerification } from '../../src/procurement/reports';
import { type Service, startApp } from '../support/app';
import type { Client, Loose } from '../support/client';
import { command } from '../support/command';
import { problems, sealBesideWorker } from '../support/evidence';
import { until } from '../support/until';
import { colleague } from '../support/purchase-orders';
import { oneOfEach } from '../support/whole-tenant';

const PERSON = {
  name_en: 'Zubayda Quillfeather',
  name_ar: 'زبيدة القلم',
  email: 'Zubayda.Quill@people.example',
  phone: '+966 55 765 4321',
  external_id: 'HR-Quill-77',
  metadata: { badge: 'Quill-Badge' },
  role: 'admin',
};
/** Every text about the person contains one of these. */
const TRACES = ['quill', 'زبيدة', '765 4321'];
const CSV = { headers: { 'content-type': 'text/csv' } };

describe('An anonymised person', () => {
  let service: Service;
  let admin: Client;
  let id: number;
  let orderId: number;

  const inOwner = <T>(work: (ask: RunQuery) => Promise<T>): Promise<T> => asOwner(service.ownerUrl, work);
  const environment = () => ({ ...service.environment, DATABASE_MIGRATION_URL: service.ownerUrl });
  const anonymised = (user: string | number = id, confirm = user) =>
    new UserAnonymisation(service.app.get(Clock), environment()).run(
      { slug: service.tenant.tenant.slug, user: String(user), confirm: String(confirm) },
      () => undefined,
    );
  /** Columns of any table that contain a trace of the person. */
  const traces = (): Promise<string[]> =>
    inOwner(async (ask) => {
      const columns = await ask<{ table: string; column: string; text: string }>(
        `SELECT table_name AS table, column_name AS column,
                CASE data_type WHEN 'bytea' THEN format('encode(%I, ''escape'')', column_name) ELSE format('%I::text', column_name) END AS text
           FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
          WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
            AND data_type IN ('text', 'jsonb', 'json', 'bytea', 'ARRAY', 'character varying')`,
      );
      const found: string[] = [];
      for (const { table, column, text } of columns) {
        const rows = await ask(`SELECT FROM "${table}" WHERE ${text} ILIKE ANY ($1)`, [
          TRACES.map((one) => `%${one}%`),
        ]);
        if (rows.length > 0) found.push(`${table}.${column}`);
      }
      return found.sort();
    });

  /**
   * Two decisions of a delegate for the person. The entry of the second one has no delegation, like in an older
   * release.
   */
  const decidedOnBehalf = async (vendorId: number): Promise<void> => {
    const deputy = await colleague(service, 'finance_manager');
    const today = service.app.get(Clock).today();
    await admin.post(`/users/${id}/delegations`, { delegate_id: deputy.id, from: today, to: today }, 201);
    await admin.put(
      '/approval-workflows/purchase-orders',
      { rules: [{ steps: [{ name: 'Board', user_ids: [id] }] }] },
      200,
    );
    const line = { description: 'Ink', quantity: 1, unit_price: 3 };
    const decided = async (): Promise<number> => {
      const order: Loose = await admin.post('/purchase-orders', { vendor_id: vendorId, items: [line] }, 201);
      await admin.post(`/purchase-orders/${order.id}/submit`, undefined, 200);
      await deputy.client.post(`/purchase-orders/${order.id}/approve`, {}, 200);
      return order.id as number;
    };
    await decided();
    const older = await decided();
    await inOwner((ask) =>
      ask(
        `UPDATE audit_log SET details = details - 'authority' WHERE entity_type = 'purchase_order' AND entity_id = $1`,
        [older],
      ),
    );
    const named = `SELECT FROM audit_log WHERE details->>'on_behalf_of' ILIKE '%quill%'`;
    expect(await inOwner((ask) => ask(named))).toHaveLength(2);
  };

  /** Retained files with rejected rows. */
  const keptImportFiles = (): Promise<{ id: string }[]> =>
    inOwner((ask) =>
      ask<{
        id: string;
      }>(`SELECT o.id FROM imports i JOIN stored_objects o ON o.tenant_id = i.tenant_id AND o.id = i.object_id
            WHERE o.kept`),
    );

  beforeAll(async () => {
    service = await startApp({ works: true });
    admin = service.client();
    const { department } = await admin.get('/users/me');
    ({ id } = await admin.post('/users', { ...PERSON, department_id: department.id }, 201));
    await admin.post(`/users/${id}/activate`, undefined, 200);
    const { token } = await service.app
      .get(TenantsService)
      .createToken(service.tenant.tenant.slug, { name: 'Quill laptop', abilities: ['admin'], email: PERSON.email });
    const person = service.client({ token });
    const ids = await oneOfEach(person);
    await person.put(`/users/${id}`, { name_en: 'Zubayda Q. Quillfeather' }, 200);
    const line = { description: 'Paper', quantity: 1, unit_price: 3 };
    ({ id: orderId } = await admin.post('/purchase-orders', { vendor_id: ids['vendors']?.['id'], items: [line] }, 201));
    await admin.post(`/purchase-orders/${orderId}/submit`, undefined, 200);
    await person.post(`/purchase-orders/${orderId}/approve`, {}, 200);
    await decidedOnBehalf(ids['vendors']?.['id'] as number);
    await person.post('/exports', { format: 'ndjson', resources: ['users'] }, 202);
    const row = `external_id,email,name_en,role\r\n${PERSON.external_id},Quill@broken,${PERSON.name_en},none\r\n`;
    expect((await person.raw('POST', '/imports?resource=users', row, CSV)).status).toBe(202);
    await person.post('/projects', { name: 'Archive', code: 'ARC' }, 201, { headers: { 'idempotency-key': 'once' } });
    // A receiver whose response repeats the request.
    await inOwner((ask) =>
      ask(`
        WITH delivered AS (
          INSERT INTO webhook_deliveries (tenant_id, subscription_id, event_id, status, created_at, finished_at)
          SELECT e.tenant_id, (SELECT min(id) FROM webhook_subscriptions), e.id, 'succeeded', now(), now() FROM events e
           WHERE e.name LIKE 'user.%' AND e.body ILIKE '%quill%' RETURNING tenant_id, id)
        INSERT INTO webhook_attempts (tenant_id, delivery_id, number, outcome, status_code, response, started_at)
        SELECT tenant_id, id, 1, 'SUCCESS', 200, 'Hello Zubayda Quillfeather', now() FROM delivered`),
    );
    await until(async () => {
      const open = await inOwner((ask) =>
        ask(`SELECT FROM imports WHERE finished_at IS NULL UNION ALL SELECT FROM exports WHERE finished_at IS NULL`),
      );
      return open.length === 0;
    });
    await sealBesideWorker(service);
  });
  afterAll(() => service.stop());

  it('must be deactivated, confirmed, and in a tenant without a legal hold', async () => {
    await expect(anonymised(id, id + 1)).rejects.toThrow(`--confirm ${id}`);
    await expect(anonymised('nobody@people.example')).rejects.toThrow('No user of');
    await expect(anonymised()).rejects.toThrow('is active, and only a deactivated user');
    await admin.call('DELETE', `/users/${id}`, 200);
    const directory = new TenantDirectory(service.app.get(Clock), environment());
    await directory.hold(service.tenant.tenant.slug, 'Case 7');
    await expect(anonymised()).rejects.toThrow('Case 7');
    await directory.hold(service.tenant.tenant.slug, null);
    for (const jobs of ['imports', 'exports']) {
      const [job] = await inOwner((ask) =>
        ask<{ id: string; finished_at: Date }>(`SELECT id, finished_at FROM ${jobs} ORDER BY id LIMIT 1`),
      );
      const ends = (at: Date | null): Promise<unknown> =>
        inOwner((ask) => ask(`UPDATE ${jobs} SET finished_at = $2 WHERE id = $1`, [job?.id, at]));
      await ends(null);
      await expect(anonymised()).rejects.toThrow('An import or export of the tenant runs');
      await ends(job?.finished_at ?? null);
    }
    expect(await traces()).toEqual(
      expect.arrayContaining([
        'api_tokens.name',
        'audit_log.details',
        'audit_log.user_name',
        'events.body',
        'exports.actor',
        'import_errors.external_id',
        'imports.actor',
        'users.email',
        'webhook_attempts.response',
      ]),
    );
  });

  it('is in no column of any table afterwards, and the evidence and figures are still valid', async () => {
    const [file] = await keptImportFiles();
    expect(file).toBeDefined();
    await sealBesideWorker(service);
    // An unsealed entry is sealed with its anonymised content.
    await admin.put(`/users/${id}`, { phone: '+966 55 765 4321 2' }, 200);
    const done = await anonymised(PERSON.email.toUpperCase());
    expect(done).toMatchObject({ user_id: id, name: `Anonymised user ${id}`, already: false, mentions: {} });
    expect(done.entries).toBeGreaterThan(20);
    expect(await traces()).toEqual([]);
    // Saved responses for retries are encrypted, so they cannot be searched for traces.
    const answers = `SELECT FROM idempotency_keys k JOIN api_tokens t ON t.id = k.token_id WHERE t.user_id = $1`;
    expect(await inOwner((ask) => ask(answers, [id]))).toEqual([]);
    // The last change is also published in the feed of changes.
    const published = `SELECT max(e.resource_version) = max(u.version) AS told FROM users u JOIN events e ON e.resource_type = 'user' AND e.resource_id = u.id WHERE u.id = $1`;
    expect(await inOwner((ask) => ask(published, [id]))).toEqual([{ told: true }]);
    expect(await problems(service)).toEqual([]);
    await sealBesideWorker(service);
    expect(await problems(service)).toEqual([]);
    expect((await service.app.get(BudgetVerification).all()).differences).toEqual([]);
    expect((await service.app.get(FigureVerification).all()).differences).toEqual([]);
    expect(await inOwner((ask) => ask('SELECT FROM exports WHERE expires_at > now()'))).toEqual([]);
    expect(await keptImportFiles()).toEqual([]);
    expect(await inOwner((ask) => ask('SELECT FROM stored_objects WHERE kept AND id = $1', [file?.id]))).toEqual([]);
  });

  it('still has the same history under one anonymous name', async () => {
    const name = `Anonymised user ${id}`;
    const trail: Loose = await admin.get(`/purchase-orders/${orderId}/trail`);
    expect(JSON.stringify(trail)).toContain(JSON.stringify({ id, name }));
    expect(await admin.get(`/users/${id}`)).toMatchObject({
      name_en: name,
      name_ar: null,
      email: `user-${id}@anonymised.invalid`,
      phone: null,
      external_id: null,
      metadata: {},
      status: 'inactive',
    });
    const [said] = await inOwner((ask) =>
      ask<{ body: string }>(
        `SELECT body FROM events WHERE resource_type = 'user' AND resource_id = $1 ORDER BY id DESC`,
        [id],
      ),
    );
    expect(JSON.parse(said?.body ?? '')).toMatchObject({ event: 'user.updated', data: { user_id: id } });
  });

  it('cannot be reactivated, and the address is free for another user', async () => {
    await admin.post(`/users/${id}/activate`, undefined, 422);
    await admin.put(`/users/${id}`, { name_en: 'Zubayda' }, 422);
    await admin.post('/users', { name_en: 'Omar', email: PERSON.email, role: 'requester' }, 201);
    const { said } = await command(
      service,
      ...['user:anonymise', '--slug', service.tenant.tenant.slug, '--user', String(id), '--confirm', String(id)],
    );
    expect(said).toContain('has been anonymised before');
  });

  it('cannot be changed unnoticed: the verification reports later changes of these rows', async () => {
    await sealBesideWorker(service);
    const [row] = await inOwner((ask) =>
      ask<{ id: string }>(
        `UPDATE audit_log SET user_name = 'Omar' WHERE id = (SELECT min(id) FROM audit_log WHERE user_id = $1) RETURNING id`,
        [id],
      ),
    );
    expect(await problems(service)).toEqual([['changed', 'audit', Number(row?.id), expect.any(Number)]]);
    const back = [`Anonymised user ${id}`, row?.id];
    await inOwner((ask) => ask('UPDATE audit_log SET user_name = $1 WHERE id = $2', back));
    expect(await problems(service)).toEqual([]);
  });
});
