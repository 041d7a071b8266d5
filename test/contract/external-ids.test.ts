import type { PoolClient } from 'pg';
import { type Service, startApp, storyClock } from '../support/app';
import { locksAwaitedIn } from '../support/at-once';
import { awaitedLater } from '../support/awaited-later';
import type { Client, Loose, Reply } from '../support/client';
import { anOrder, approved, linesOf, LINES, receive } from '../support/invoices';
import { asOwner, aVendor, PAPER } from '../support/purchase-orders';
import { FORMS, runsIn } from '../support/sampled';
import { eventually } from '../support/webhooks/delivering';

type Form = (typeof FORMS)[number];

interface Kind {
  readonly path: string;
  readonly create: (client: Client, fields: object, status?: number) => Promise<Loose>;
  /** Path to change the external id and metadata. */
  readonly change: (id: number) => string;
  /** Table of the row, and entity type in the audit log. */
  readonly table: string;
  readonly audited: string;
}

let counted = 0;
const next = (): number => (counted += 1);

describe('external ids and metadata', () => {
  const clock = storyClock();
  let service: Service;
  let vendorId: number;
  let departmentId: number;
  let order: Awaited<ReturnType<typeof anOrder>>;
  const client = (form: Form): Client => service.client({ form });

  beforeAll(async () => {
    service = await startApp({ clock, env: { PROCESS_ROLE: 'api' } });
    const admin = service.client();
    vendorId = (await aVendor(admin)).id;
    departmentId = (await admin.post('/departments', { name: 'Works', code: 'WRK' }, 201)).id;
    order = await anOrder(service, [{ quantity: 1000 }]);
  });
  afterAll(() => service.stop());
  // Stays below the rate limit of a thousand requests per minute.
  beforeEach(() => clock.advance(5_000));

  const plain = (path: string, body: () => object, kind: Pick<Kind, 'table' | 'audited'>): Kind => ({
    path,
    create: async (as, fields, status = 201) => as.post(path, { ...body(), ...fields }, status),
    change: (id) => `${path}/${id}`,
    ...kind,
  });
  const KINDS: Readonly<Record<string, Kind>> = {
    vendors: plain('/vendors', () => ({ name: `Vendor ${next()}` }), { table: 'vendors', audited: 'vendor' }),
    departments: plain('/departments', () => ({ name: 'Works', code: `D${next()}` }), {
      table: 'departments',
      audited: 'department',
    }),
    projects: plain('/projects', () => ({ name: 'Tower', code: `P${next()}` }), {
      table: 'projects',
      audited: 'project',
    }),
    users: plain('/users', () => ({ name_en: 'Dana', email: `d${next()}@people.example`, role: 'requester' }), {
      table: 'users',
      audited: 'user',
    }),
    budgets: plain(
      '/budgets',
      () => ({ name: 'IT', allocated_amount: 1000, department_id: departmentId, fiscal_year: 2026 }),
      { table: 'budgets', audited: 'budget' },
    ),
    'purchase orders': {
      ...plain('/purchase-orders', () => ({}), { table: 'purchase_orders', audited: 'purchase_order' }),
      create: async (as, fields, status = 201) => {
        const { vat_rate, ...line } = PAPER;
        const lines = as.form === 'a' ? { items: [PAPER] } : { lines: [{ ...line, vat_percentage: vat_rate }] };
        return as.post('/purchase-orders', { vendor_id: vendorId, ...lines, ...fields }, status);
      },
    },
    invoices: {
      ...plain('/invoices', () => ({}), { table: 'invoices', audited: 'invoice' }),
      create: async (as, fields, status = 201) => {
        const lines = { [LINES[as.form]]: [{ description: 'Water', quantity: 1, unit_price: 10 }] };
        const head = { vendor_id: vendorId, invoice_number: `N-${next()}`, invoice_date: '2026-03-01' };
        return as.post('/invoices', { ...head, ...lines, ...fields }, status);
      },
    },
    'goods receipts': {
      path: '/goods-receipts',
      create: async (as, fields, status = 201) => {
        const lines = [{ item_id: order.items[0]?.id, quantity_received: 1 }];
        return as.post(`/purchase-orders/${order.id}/goods-receipts`, { lines, ...fields }, status);
      },
      change: (id) => `/goods-receipts/${id}/external-id`,
      table: 'goods_receipts',
      audited: 'goods_receipt',
    },
  };

  const fields = (body: Loose): Loose => body.error?.details ?? body.errors;
  const entriesOf = async (kind: string, id: number): Promise<Loose[]> => {
    const { rows } = await service.owner.query(
      'SELECT action, details FROM audit_log WHERE tenant_id = $1 AND entity_type = $2 AND entity_id = $3 ORDER BY id',
      [service.tenant.tenant.id, kind, id],
    );
    return rows;
  };

  describe.each(FORMS)('in Form %s', (form) => {
    describe.each(Object.entries(KINDS).filter(([name]) => runsIn(form, name)))('%s', (name, kind) => {
      const idOf = (suffix: string): string => `${name}/${form}/${suffix}`;

      it('are created, shown, filtered and changed', async () => {
        const as = client(form);
        const metadata = { cost_center: 'RUH-201', مركز: 'الرياض' };
        const created = await kind.create(as, { external_id: idOf('1'), metadata });
        expect(created).toMatchObject({ external_id: idOf('1'), metadata });
        expect(await as.get(`${kind.path}/${created.id}`)).toMatchObject({ external_id: idOf('1'), metadata });

        const listed = await as.get<Loose[]>(kind.path, 200, { external_id: idOf('1') });
        expect(listed.map(({ id, external_id, metadata: shown }) => ({ id, external_id, shown }))).toEqual([
          { id: created.id, external_id: idOf('1'), shown: metadata },
        ]);
        expect(await as.get(kind.path, 200, { external_id: idOf('none') })).toEqual([]);

        // A PUT sets the given keys, removes a key with null and leaves the others.
        const change = { external_id: idOf('2'), metadata: { cost_center: null, plant: '1000' } };
        await as.put(kind.change(created.id), change, 200);
        const changed = await as.call('GET', `${kind.path}/${created.id}`, 200);
        expect(changed.body.data).toMatchObject({
          external_id: idOf('2'),
          metadata: { مركز: 'الرياض', plant: '1000' },
        });
        expect(changed.body.data.metadata).not.toHaveProperty('cost_center');
        const entry = (await entriesOf(kind.audited, created.id)).at(-1);
        expect(entry.details.changes).toMatchObject({
          external_id: { from: idOf('1'), to: idOf('2') },
          metadata: { from: metadata, to: { مركز: 'الرياض', plant: '1000' } },
        });

        // If-Match applies to these changes too.
        const stale = { headers: { 'If-Match': '"1"' } };
        await as.call('PUT', kind.change(created.id), 412, { external_id: idOf('3') }, stale);
        const fresh = { headers: { 'If-Match': changed.headers.get('etag') ?? '' } };
        await as.call('PUT', kind.change(created.id), 200, { external_id: null, metadata: null }, fresh);
        expect(await as.get(`${kind.path}/${created.id}`)).toMatchObject({ external_id: null, metadata: {} });
      });

      it('are rejected if another record has the id, with its record id in the message', async () => {
        const as = client(form);
        const first = await kind.create(as, { external_id: idOf('taken') });
        const message = `Record ${first.id} already has this external id.`;
        const again = await kind.create(as, { external_id: idOf('taken') }).catch(String);
        expect(again).toContain('got 422');
        expect(again).toContain(message);
        const second = await kind.create(as, {});
        const refused = await as.call('PUT', kind.change(second.id), 422, { external_id: idOf('taken') });
        expect(fields(refused.body)).toEqual({ external_id: [message] });
        // A record may repeat its own id. External ids are case-sensitive.
        await as.put(kind.change(first.id), { external_id: idOf('taken') }, 200);
        await as.put(kind.change(second.id), { external_id: idOf('TAKEN') }, 200);
      });

      it('are assigned once in ten concurrent requests', async () => {
        const as = client(form);
        const calls = Array.from({ length: 10 }, async () =>
          kind.create(as, { external_id: idOf('raced') }).then(
            ({ id }) => ({ id: id as number }),
            (error: unknown) => ({ refused: String(error) }),
          ),
        );
        const answers = await Promise.all(calls);
        const made = answers.filter((answer): answer is { id: number } => 'id' in answer);
        expect(made).toHaveLength(1);
        for (const answer of answers) {
          if ('refused' in answer) {
            expect(answer.refused).toContain('got 422');
            expect(answer.refused).toContain(`Record ${made[0]?.id} already has this external id.`);
          }
        }
      });

      it.each<[string, object, string, RegExp]>([
        ['an id that is too long', { external_id: 'x'.repeat(256) }, 'external_id', /at most 255/],
        ['an id with a line break', { external_id: 'a\nb' }, 'external_id', /line breaks/],
        ['an id with a control character', { external_id: 'a\u0007' }, 'external_id', /control characters/],
        ['a number as id', { external_id: 4711 }, 'external_id', /string/],
        ['51 keys', { metadata: many(51) }, 'metadata', /at most 50 keys/],
        ['101 keys', { metadata: many(100) }, 'metadata', /at most 50 keys/],
        ['a value of 501 characters', { metadata: { a: 'x'.repeat(501) } }, 'metadata', /value of a .* at most 500/],
        ['a nested value', { metadata: { a: { b: 'c' } } }, 'metadata', /value of a must be a string/],
        ['a list as value', { metadata: { a: ['b'] } }, 'metadata', /value of a must be a string/],
        ['a number as value', { metadata: { a: 1 } }, 'metadata', /value of a must be a string/],
        ['a value with a control character', { metadata: { a: 'b\u0000' } }, 'metadata', /control characters/],
        ['a key that is too long', { metadata: { ['k'.repeat(41)]: 'x' } }, 'metadata', /1 to 40/],
        ['an empty key', { metadata: { '': 'x' } }, 'metadata', /1 to 40/],
        ['a key with a line break', { metadata: { 'a\nb': 'x' } }, 'metadata', /1 to 40/],
        ['text instead of an object', { metadata: 'cost_center' }, 'metadata', /object/],
        ['a list instead of an object', { metadata: ['cost_center'] }, 'metadata', /object/],
      ])('cause 422 for %s and no change', async (_, body, field, message) => {
        const as = client(form);
        const { id } = await subject(as, name, kind);
        const before = await as.get(`${kind.path}/${id}`);
        const { body: refusal } = await as.call('PUT', kind.change(id), 422, body);
        expect(Object.keys(fields(refusal))).toEqual([field]);
        expect(fields(refusal)[field][0]).toMatch(message);
        expect(await as.get(`${kind.path}/${id}`)).toMatchObject({
          external_id: before.external_id,
          metadata: before.metadata,
          created_at: before.created_at,
        });
      });

      it('may have the maximum size and keys with a meaning in JavaScript', async () => {
        const as = client(form);
        const metadata = { ...many(48), constructor: 'x'.repeat(500), toString: '' };
        const created = await kind.create(as, { external_id: `${idOf('')}${'ب'.repeat(200)}`, metadata });
        expect((await as.get(`${kind.path}/${created.id}`)).metadata).toEqual(metadata);
        // The limit counts the keys after the change.
        await as.call('PUT', kind.change(created.id), 422, { metadata: { one_more: 'x' } });
        await as.put(kind.change(created.id), { metadata: { one_more: 'x', key_0: null } }, 200);
      });

      it('are unique per tenant', async () => {
        const other = service.client({ form, token: (await service.newTenant()).token.token });
        if (name === 'vendors') {
          await kind.create(client(form), { external_id: idOf('shared') });
          const theirs = await kind.create(other, { external_id: idOf('shared') });
          expect(
            (await other.get<Loose[]>(kind.path, 200, { external_id: idOf('shared') })).map(({ id }) => id),
          ).toEqual([theirs.id]);
        } else {
          await kind.create(client(form), { external_id: idOf('shared') });
          expect(await other.get(kind.path, 200, { external_id: idOf('shared') })).toEqual([]);
        }
      });
    });

    it('can be set on order lines, in drafts and later', async () => {
      const as = client(form);
      const [LIST, RATE] = form === 'a' ? ['items', 'vat_rate'] : ['lines', 'vat_percentage'];
      const { vat_rate: _, ...paper } = PAPER;
      const line = { ...paper, [RATE]: 15 };
      const named = { ...line, external_id: `line/${form}/1`, metadata: { wbs: '1.2' } };
      const draft = await as.post('/purchase-orders', { vendor_id: vendorId, [LIST]: [named, line] }, 201);
      expect(linesOf(draft)).toMatchObject([
        { external_id: `line/${form}/1`, metadata: { wbs: '1.2' } },
        { external_id: null, metadata: {} },
      ]);
      const [first, second] = linesOf(draft);

      // A change without these fields leaves them as they are.
      await as.put(`/purchase-orders/${draft.id}/items/${first.id}`, { quantity: 5 }, 200);
      const taken = { [LIST]: [{ id: second.id, external_id: `line/${form}/1` }] };
      const refused = await as.call('PUT', `/purchase-orders/${draft.id}`, 422, taken);
      expect(fields(refused.body)).toEqual({
        [`${LIST}.0.external_id`]: [`Record ${first.id} already has this external id.`],
      });
      const twice = [
        { ...line, external_id: `line/${form}/twice` },
        { ...line, external_id: `line/${form}/twice` },
      ];
      const both = await as.call('POST', '/purchase-orders', 422, { vendor_id: vendorId, [LIST]: twice });
      expect(Object.keys(fields(both.body))).toEqual([`${LIST}.1.external_id`]);
      const keys = await as.call('POST', '/purchase-orders', 422, {
        vendor_id: vendorId,
        [LIST]: [line, { ...line, metadata: many(51) }],
      });
      expect(Object.keys(fields(keys.body))).toEqual([`${LIST}.1.metadata`]);

      await as.post(`/purchase-orders/${draft.id}/submit`, undefined, 200);
      await as.call('PUT', `/purchase-orders/${draft.id}`, 422, { external_id: 'too-late' });
      const path = `/purchase-orders/${draft.id}`;
      const change = { external_id: `line/${form}/2`, metadata: { wbs: null, plant: '1000' } };
      const changed = await as.call('PUT', `${path}/items/${second.id}/external-id`, 200, change);
      expect(linesOf(changed.body.data)).toMatchObject([
        { external_id: `line/${form}/1`, metadata: { wbs: '1.2' } },
        { external_id: `line/${form}/2`, metadata: { plant: '1000' } },
      ]);
      const etag = changed.headers.get('etag') ?? '';
      const known = { headers: { 'If-Match': etag } };
      const whole = await as.call('PUT', `${path}/external-id`, 200, { external_id: `order/${form}` }, known);
      expect(whole.body.data).toMatchObject({ external_id: `order/${form}`, status: expect.stringMatching(/pending/) });
      await as.call('PUT', `${path}/external-id`, 412, { external_id: null }, known);
      await as.call('PUT', `${path}/items/${order.items[0]?.id}/external-id`, 404, { external_id: null });
      // A repeated change does not raise the version.
      const again = await as.call('PUT', `${path}/external-id`, 200, { external_id: `order/${form}` });
      expect(again.headers.get('etag')).toBe(whole.headers.get('etag'));
      const [entry] = (await entriesOf('purchase_order', draft.id)).slice(-2);
      expect(entry).toMatchObject({
        action: 'item_updated',
        details: { changes: { lines: { [second.id]: { external_id: { from: null, to: `line/${form}/2` } } } } },
      });
    });

    it('can be set on invoices, their lines and payments after approval and payment', async () => {
      const as = client(form);
      const billed = await anOrder(service);
      await receive(service.client(), billed, [10]);
      const line = { external_id: `bill/${form}/1`, metadata: { tax: 'V1' } };
      const invoice = await approved(as, billed, [line as object], { external_id: `bill/${form}` });
      expect(invoice.line_items).toMatchObject([line]);
      await as.call('PUT', `/invoices/${invoice.id}`, 422, { external_id: 'too-late' });
      const path = `/invoices/${invoice.id}`;
      const paid = await as.post(`${path}/payments`, { amount: 100, external_id: `pay/${form}/1` }, 201);
      expect(paid).toMatchObject({ external_id: `pay/${form}/1`, metadata: {} });
      const refused = await as.call('POST', `${path}/payments`, 422, { amount: 1, external_id: `pay/${form}/1` });
      expect(fields(refused.body)).toEqual({
        external_id: [`Record ${paid.id} already has this external id.`],
      });

      const [item] = invoice.line_items;
      await as.put(`${path}/external-id`, { external_id: `bill/${form}/later`, metadata: { fi: '51' } }, 200);
      await as.put(`${path}/line-items/${item.id}/external-id`, { external_id: null, metadata: { tax: 'V2' } }, 200);
      await as.put(
        `${path}/payments/${paid.id}/external-id`,
        { external_id: `pay/${form}/2`, metadata: { run: '7' } },
        200,
      );
      const now = await as.get(path);
      expect(now).toMatchObject({
        status: 'approved',
        external_id: `bill/${form}/later`,
        metadata: { fi: '51' },
        line_items: [{ external_id: null, metadata: { tax: 'V2' } }],
        payments: [{ id: paid.id, amount: 100, external_id: `pay/${form}/2`, metadata: { run: '7' } }],
      });
      await as.call('PUT', `${path}/line-items/999999/external-id`, 404, { external_id: null });
      await as.call('PUT', `${path}/payments/999999/external-id`, 404, { external_id: null });
      const changes = (await entriesOf('invoice', invoice.id)).slice(-3).map(({ details }) => details.changes);
      expect(changes).toMatchObject([
        { external_id: { from: `bill/${form}`, to: `bill/${form}/later` } },
        { lines: { [item.id]: { external_id: { from: `bill/${form}/1`, to: null } } } },
        { payments: { [paid.id]: { external_id: { from: `pay/${form}/1`, to: `pay/${form}/2` } } } },
      ]);
    });

    it('are limited in total size over all lines of a document', async () => {
      const as = client(form);
      const LIST = form === 'a' ? 'items' : 'lines';
      const value = 'x'.repeat(500);
      const much = { metadata: Object.fromEntries(Array.from({ length: 50 }, (_, key) => [`key_${key}`, value])) };
      const line = { description: 'Desk', quantity: 1, unit_price: 10 };
      const post = (path: string, lines: string, body: object, status: number, count: number): Promise<Reply> =>
        as.call('POST', path, status, { ...body, [lines]: Array(count).fill({ ...line, ...much }) });
      const draft = { vendor_id: vendorId };
      const refused = await post('/purchase-orders', LIST, draft, 422, 3);
      expect(fields(refused.body)[LIST]?.[0]).toMatch(/^The metadata of all lines together/);
      const { id } = (await post('/purchase-orders', LIST, draft, 201, 2)).body.data;
      const third = (await as.post(`/purchase-orders/${id}/items`, line, 201)).id;
      await as.call('POST', `/purchase-orders/${id}/items`, 422, { ...line, ...much });
      await as.call('PUT', `/purchase-orders/${id}/items/${third}`, 422, much);
      const set = await as.call('PUT', `/purchase-orders/${id}/items/${third}/external-id`, 422, much);
      expect(Object.keys(fields(set.body))).toEqual(['metadata']);
      await as.put(`/purchase-orders/${id}/items/${third}/external-id`, { metadata: { a: '1' } }, 200);

      const number = `METADATA-${form}`;
      const invoice = { vendor_id: vendorId, invoice_number: number, invoice_date: '2026-03-05' };
      await post('/invoices', LINES[form], invoice, 422, 3);
      const entered = (await post('/invoices', LINES[form], invoice, 201, 2)).body.data;
      await as.call('PUT', `/invoices/${entered.id}`, 422, { [LINES[form]]: [{ ...line, ...much }] });
      const added = await as.put(`/invoices/${entered.id}`, { [LINES[form]]: [line] }, 200);
      const lineId = added.line_items.at(-1).id;
      await as.call('PUT', `/invoices/${entered.id}/line-items/${lineId}/external-id`, 422, much);

      // If a line exceeds the limit already, its metadata may shrink but not grow.
      const lines = [
        ['purchase_order_items', third, `/purchase-orders/${id}/items/${third}/external-id`],
        ['invoice_items', lineId, `/invoices/${entered.id}/line-items/${lineId}/external-id`],
      ] as const;
      for (const [table, row, path] of lines) {
        await asOwner(service, `UPDATE ${table} SET metadata = $2 WHERE id = $1`, [row, much.metadata]);
        await as.call('PUT', path, 422, { metadata: { more: '1' } });
        await as.call('PUT', path, 200, { metadata: { key_0: null, key_1: 'shorter' } });
        await as.call('PUT', path, 200, { external_id: `TOO-MUCH-${form}` });
        await as.call('PUT', path, 200, { metadata: null });
      }
    });

    it('are columns in the CSV of orders', async () => {
      const as = client(form);
      const external_id = `csv/${form}`;
      await KINDS['purchase orders']?.create(as, { external_id, metadata: { wbs: '1.2' } });
      const { text } = await as.raw(
        'GET',
        `/purchase-orders?external_id=${encodeURIComponent(external_id)}`,
        undefined,
        {
          headers: { Accept: 'text/csv' },
        },
      );
      const [head = '', row = ''] = text.trim().split(/\r?\n/);
      expect(head).toMatch(/external_id,metadata$/);
      expect(row).toContain(`${external_id},"{""wbs"":""1.2""}"`);
    });

    it('create or change a vendor by its external id', async () => {
      const as = client(form);
      const id = `V/${form} 1001 ü?&ب`;
      const path = `/vendors/by-external-id/${encodeURIComponent(id)}`;
      const unnamed = await as.call('PUT', path, 422, { category: 'office' });
      expect(Object.keys(fields(unnamed.body))).toEqual(['name']);
      await as.call('PUT', path, 412, { name: 'Najd Paper' }, { headers: { 'If-Match': '"1"' } });

      const made = await as.call('PUT', path, 201, { name: 'Najd Paper', metadata: { a: '1' }, status: 'inactive' });
      const { data } = made.body;
      expect(data).toMatchObject({ name: 'Najd Paper', external_id: id, metadata: { a: '1' }, status: 'inactive' });
      const changed = await as.call('PUT', path, 200, { category: 'office', metadata: { b: '2' }, external_id: id });
      expect(changed.body.data).toMatchObject({ id: data.id, name: 'Najd Paper', metadata: { a: '1', b: '2' } });
      // A repeated upsert changes nothing.
      const same = await as.call('PUT', path, 200, { category: 'office', metadata: { b: '2' } });
      expect(same.headers.get('etag')).toBe(changed.headers.get('etag'));
      await as.call('PUT', path, 412, { category: 'paper' }, { headers: { 'If-Match': '"1"' } });
      await as.call(
        'PUT',
        path,
        200,
        { category: 'paper' },
        { headers: { 'If-Match': same.headers.get('etag') ?? '' } },
      );

      const differs = await as.call('PUT', path, 422, { external_id: 'another' });
      expect(Object.keys(fields(differs.body))).toEqual(['external_id']);
      await as.call('PUT', path, 422, { external_id: null });
      await as.call('PUT', path, 422, { name: '' });
      await as.call('PUT', `/vendors/by-external-id/${'x'.repeat(256)}`, 400, { name: 'Too long' });
      await as.call('PUT', '/vendors/by-external-id/%0A', 400, { name: 'Nothing' });
      await as.call('PUT', '/vendors/by-external-id/%E0%A4%A', 400, { name: 'Broken' });
      const actions = (await entriesOf('vendor', data.id)).map(({ action }) => action);
      expect(actions).toEqual(['created', 'updated', 'updated']);
      const { rows } = await service.owner.query(
        `SELECT body::jsonb->>'event' AS event, body::jsonb #>> '{data,external_id}' AS id FROM events
          WHERE tenant_id = $1 AND (body::jsonb #>> '{data,vendor_id}')::int = $2 ORDER BY events.id`,
        [service.tenant.tenant.id, data.id],
      );
      expect(rows.map((row) => row.id)).toEqual([id, id, id]);
    });

    it('create one vendor in concurrent upserts', async () => {
      const as = client(form);
      for (let round = 0; round < 30; round += 1) {
        const path = `/vendors/by-external-id/race-${form}-${round}`;
        const replies = await Promise.all(
          [0, 1, 2].map((place) =>
            as.raw(
              'PUT',
              path,
              JSON.stringify({ name: 'Najd', cr_number: `${form}-${round}`, metadata: { [`key_${place}`]: 'x' } }),
            ),
          ),
        );
        expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
        const [one, ...others] = await as.get<Loose[]>('/vendors', 200, { external_id: `race-${form}-${round}` });
        expect(others).toEqual([]);
        expect(one.metadata).toEqual({ key_0: 'x', key_1: 'x', key_2: 'x' });
      }
    });

    it('do not change a vendor that gets another id while the upsert waits', async () => {
      const as = client(form);
      const [old, fresh] = [`old-${form}`, `fresh-${form}`];
      const renamed = await aVendor(as, { external_id: old });
      const other = await aVendor(as);
      const setId = async (id: number, externalId: string | null, by: Pick<PoolClient, 'query'> = service.owner) =>
        by.query('UPDATE vendors SET external_id = $2 WHERE id = $1', [id, externalId]);
      const upsertBehind = async (move: (holder: PoolClient) => Promise<unknown>): Promise<Reply> => {
        const holder = await service.owner.connect();
        try {
          await holder.query('BEGIN');
          await holder.query('SELECT FROM vendors WHERE id = $1 FOR UPDATE', [renamed.id]);
          const body = JSON.stringify({ name: 'Meant for the old id' });
          const upsert = awaitedLater(as.raw('PUT', `/vendors/by-external-id/${old}`, body));
          await eventually(async () => (await locksAwaitedIn(service)) > 0);
          await move(holder);
          await holder.query('COMMIT');
          return await upsert;
        } finally {
          holder.release();
        }
      };

      const created = await upsertBehind((holder) => setId(renamed.id, fresh, holder));
      expect(created.status).toBe(201);
      expect(await as.get(`/vendors/${renamed.id}`)).toMatchObject({ name: renamed.name, external_id: fresh });

      await setId(created.body.data.id, null);
      await setId(renamed.id, old);
      const taken = await upsertBehind(async (holder) => {
        await setId(renamed.id, fresh, holder);
        await setId(other.id, old, holder);
      });
      expect([taken.status, taken.body.data.id]).toEqual([200, other.id]);
      expect(await as.get(`/vendors/${renamed.id}`)).toMatchObject({ name: renamed.name, external_id: fresh });
    });
  });

  const subjects = new Map<string, Loose>();
  /** One record of the kind for all rejected requests. */
  async function subject(as: Client, name: string, kind: Kind): Promise<Loose> {
    const found =
      subjects.get(name) ?? (await kind.create(as, { external_id: `${name}/subject`, metadata: { kept: 'x' } }));
    subjects.set(name, found);
    return found;
  }

  it('have error messages in Arabic', async () => {
    const as = client('a');
    await aVendor(as, { external_id: 'arabic' });
    const { body } = await as.call(
      'POST',
      '/vendors',
      422,
      { name: 'X', external_id: 'arabic' },
      {
        headers: { 'Accept-Language': 'ar' },
      },
    );
    expect(fields(body).external_id[0]).toMatch(/للسجل \d+ هذا المعرّف الخارجي/);
  });

  it('can be changed on a user only by an admin', async () => {
    const admin = client('a');
    const { id } = await admin.get('/users/me');
    const { token } = await admin.post('/tokens', { name: 'Writer', abilities: ['read', 'write'] }, 201);
    await admin.as(token).call('PUT', `/users/${id}`, 403, { external_id: 'me' });
    await admin.as(token).call('PUT', `/users/${id}`, 403, { metadata: { a: '1' } });
    await admin.put(`/users/${id}`, { external_id: 'me' }, 200);
    await admin.as(token).put(`/users/${id}`, { external_id: 'me' }, 200);
  });
});

function many(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`key_${index}`, 'x']));
}
