import { decimal } from '../../src/common/money';
import type { VendorId } from '../../src/common/records/ids';
import { UnitOfWork } from '../../src/platform/database';
import { VendorTotals } from '../../src/procurement/vendors';
import { type Service, startApp } from '../support/app';
import type { Client } from '../support/client';

/** Tests assert the shape of JSON instead of declaring it. */
type Json = ReturnType<typeof JSON.parse>;

const NO_DATA = {
  overall_score: 0,
  metrics: {
    delivery_time: { score: 0, average_days: 0, on_time_percentage: 0 },
    quality: { score: 0, defect_rate: 0, return_rate: 0 },
    pricing: { score: 0, competitiveness: 'unknown' },
    responsiveness: { score: 0, average_response_hours: 0 },
  },
  trends: { last_30_days: 0, last_90_days: 0, last_year: 0 },
  as_of: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
};

const UNTRIED = {
  blocked_reason: null,
  blocked_at: null,
  performance_score: 0,
  total_orders: 0,
  total_spend: 0,
  external_id: null,
  metadata: {},
};

describe('vendors', () => {
  let service: Service;
  let a: Client;
  let b: Client;

  beforeAll(async () => {
    // Some tests write amounts by SQL, which the consistency check would report.
    service = await startApp({ books: false });
    a = service.client({ form: 'a' });
    b = service.client({ form: 'b' });
  });
  afterAll(() => service.stop());

  const fields = (body: Json): Json => ('error' in body && !('success' in body) ? body.error.details : body.errors);
  const rows = async (sql: string, values: unknown[]): Promise<Json[]> => (await service.owner.query(sql, values)).rows;
  const eventsOf = async (vendorId: number): Promise<Json[]> =>
    (
      await rows(`SELECT body FROM events WHERE (body::jsonb #>> '{data,vendor_id}')::int = $1 ORDER BY id`, [vendorId])
    ).map(({ body }) => JSON.parse(body));
  const auditOf = async (vendorId: number): Promise<Json[]> =>
    rows(
      `SELECT action, details FROM audit_log WHERE entity_type = 'vendor' AND entity_id = $1 AND tenant_id = $2 ORDER BY id`,
      [vendorId, service.tenant.tenant.id],
    );

  const FULL_A = {
    name: 'Najd Paper Co.',
    name_ar: 'شركة نجد للورق',
    email: 'orders@najd-paper.example',
    phone: '+966 11 234 5678',
    address: 'King Fahd Road, Riyadh',
    vat_number: '310122393500003',
    cr_number: '1010123456',
    category: 'Office supplies',
    payment_terms: 45,
    currency: 'SAR',
    bank_name: 'Saudi National Bank',
    bank_account: 'SA03 8000 0000 6080 1016 7519',
    contacts: [{ name: 'Noura', email: 'noura@najd-paper.example', phone: '1', role: 'Sales' }, { name: 'Fahad' }],
  };
  const CONTACTS = [FULL_A.contacts[0], { name: 'Fahad', email: null, phone: null, role: null }];

  describe('create and read', () => {
    it('stores every field of Form A and returns it with the field names of each form', async () => {
      const reply = await a.call('POST', '/vendors', 201, FULL_A);
      const made = reply.body.data;
      const performance = { vendor_id: made.id, ...NO_DATA };
      const stamps = { created_at: expect.any(String), updated_at: expect.any(String) };
      expect(made).toEqual({
        ...FULL_A,
        ...UNTRIED,
        ...stamps,
        id: expect.any(Number),
        contacts: CONTACTS,
        status: 'active',
        performance,
      });
      expect(reply.headers.get('etag')).toBe('"1"');
      const read = await a.call('GET', `/vendors/${made.id}`, 200);
      expect(read.headers.get('etag')).toBe('"1"');
      expect({ ...read.body.data, performance: null }).toEqual({ ...made, performance: null });
      expect(await b.get(`/vendors/${made.id}`)).toEqual({
        ...made,
        performance,
        payment_terms: 'NET_45',
        contact_person: 'Noura',
        contact_email: FULL_A.email,
        contact_phone: FULL_A.phone,
        tax_number: FULL_A.vat_number,
      });
    });

    it('accepts one contact, a tax number and payment terms as a code in Form B', async () => {
      const reply = await b.call('POST', '/vendors', 201, {
        name: 'Hejaz Steel',
        contact_person: 'Omar',
        contact_email: 'omar@hejaz.example',
        contact_phone: '+966 12 000 0000',
        address: 'Jeddah',
        tax_number: '300000000000003',
        payment_terms: 'IMMEDIATE',
        category: 'Metals',
      });
      expect(reply.body.message).toBe('Vendor created successfully.');
      const made = reply.body.data;
      expect(made).toMatchObject({ payment_terms: 'IMMEDIATE', contact_person: 'Omar', tax_number: '300000000000003' });
      expect(await a.get(`/vendors/${made.id}`)).toMatchObject({
        email: 'omar@hejaz.example',
        phone: '+966 12 000 0000',
        vat_number: '300000000000003',
        payment_terms: 0,
        contacts: [{ name: 'Omar', email: 'omar@hejaz.example', phone: '+966 12 000 0000', role: null }],
      });
      await b.call('POST', '/vendors', 422, { name: 'x', vat_number: '1' });
      await a.call('POST', '/vendors', 422, { name: 'x', tax_number: '1' });
    });

    it('requires only a name and defaults to 30 days', async () => {
      const made = await a.post('/vendors', { name: 'Bare' }, 201);
      expect(made).toMatchObject({ payment_terms: 30, currency: null, contacts: [], status: 'active', email: null });
      expect((await b.post('/vendors', { name: 'Bare too' }, 201)).payment_terms).toBe('NET_30');
    });

    it.each([
      ['a', {}, 'name'],
      ['a', { name: '  ' }, 'name'],
      ['a', { name: 'x', payment_terms: 366 }, 'payment_terms'],
      ['a', { name: 'x', payment_terms: -1 }, 'payment_terms'],
      ['a', { name: 'x', payment_terms: 'NET_30' }, 'payment_terms'],
      ['a', { name: 'x', payment_terms: null }, 'payment_terms'],
      ['a', { name: 'x', email: 'nobody' }, 'email'],
      ['a', { name: 'x', currency: 'XXX' }, 'currency'],
      ['a', { name: 'x', bank_account: 'SA0480000000608010167519' }, 'bank_account'],
      ['a', { name: 'x', contacts: [{ email: 'a@b.example' }] }, 'contacts.0.name'],
      ['a', { name: 'x', contacts: [{ name: 'n', mail: 'a@b.example' }] }, 'contacts.0.mail'],
      ['a', { name: 'x', contacts: Array.from({ length: 51 }, () => ({ name: 'n' })) }, 'contacts'],
      ['a', { name: 'x', status: 'active' }, 'status'],
      ['b', { name: 'x', payment_terms: 30 }, 'payment_terms'],
      ['b', { name: 'x', payment_terms: 'NET_366' }, 'payment_terms'],
      ['b', { name: 'x', payment_terms: 'net 30' }, 'payment_terms'],
      ['b', { name: 'x', contact_email: 'nobody' }, 'contact_email'],
      ['b', { name: 'x', bank_account: 'SA0480000000608010167519' }, 'bank_account'],
    ] as const)('rejects in Form %s %j on %s', async (form, body, field) => {
      const reply = await (form === 'a' ? a : b).call('POST', '/vendors', 422, body);
      expect(Object.keys(fields(reply.body))).toEqual([field]);
    });

    it('accepts a VAT and a registration number once, also in concurrent requests', async () => {
      await a.post('/vendors', { name: 'First', vat_number: 'VAT-1', cr_number: 'CR-1' }, 201);
      const taken = ['Already in use.'];
      await a.call('POST', '/vendors', 422, { name: 'x', vat_number: '\u200fv\u0640at \u2013१' });
      expect(fields((await a.call('POST', '/vendors', 422, { name: 'x', vat_number: 'VAT-1' })).body)).toEqual({
        vat_number: taken,
      });
      expect(fields((await a.call('POST', '/vendors', 422, { name: 'x', cr_number: 'CR-1' })).body)).toEqual({
        cr_number: taken,
      });
      expect(fields((await b.call('POST', '/vendors', 422, { name: 'x', tax_number: 'VAT-1' })).body)).toEqual({
        tax_number: taken,
      });
      const { id } = await a.post('/vendors', { name: 'Second' }, 201);
      expect(fields((await b.call('PUT', `/vendors/${id}`, 422, { tax_number: 'VAT-1' })).body)).toEqual({
        tax_number: taken,
      });
      const racers = await Promise.all(
        Array.from({ length: 5 }, (_, n) =>
          a.raw('POST', '/vendors', JSON.stringify({ name: `Racer ${n}`, vat_number: 'RACE' })),
        ),
      );
      expect(racers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422]);
      const other = a.as((await service.newTenant()).token.token);
      await other.post('/vendors', { name: 'Elsewhere', vat_number: 'VAT-1', cr_number: 'CR-1' }, 201);
    });

    it('returns the performance of an existing vendor', async () => {
      const { id } = await a.post('/vendors', { name: 'Untried' }, 201);
      for (const client of [a, b]) {
        expect(await client.get(`/vendors/${id}/performance`)).toEqual({ vendor_id: id, ...NO_DATA });
        await client.call('GET', '/vendors/99999999/performance', 404);
      }
    });

    it('publishes one event for a created vendor and none for a rejected one', async () => {
      const made = await a.post('/vendors', { name: 'Told', vat_number: 'TOLD' }, 201);
      expect(await eventsOf(made.id)).toEqual([
        {
          id: expect.any(String),
          event: 'vendor.created',
          created_at: expect.any(String),
          tenant_id: service.tenant.tenant.id,
          data: { vendor_id: made.id, name: 'Told', status: 'active', external_id: null, created_at: made.created_at },
        },
      ]);
      const [{ count }] = await rows('SELECT count(*)::int FROM events', []);
      await a.call('POST', '/vendors', 422, { name: 'Told again', vat_number: 'TOLD' });
      expect(await rows('SELECT count(*)::int FROM events', [])).toEqual([{ count }]);
    });
  });

  describe('update', () => {
    it('changes the fields in the request, lists them in the event, and publishes none without a change', async () => {
      const { id } = await a.post('/vendors', { ...FULL_A, vat_number: null, cr_number: null }, 201);
      const changed = await a.call('PUT', `/vendors/${id}`, 200, {
        category: 'Paper',
        name_ar: null,
        name: FULL_A.name,
      });
      expect(changed.body.data).toMatchObject({
        category: 'Paper',
        name_ar: null,
        email: FULL_A.email,
        payment_terms: 45,
      });
      expect(changed.headers.get('etag')).toBe('"2"');
      const same = await a.call('PUT', `/vendors/${id}`, 200, { category: 'Paper', contacts: FULL_A.contacts });
      expect(same.headers.get('etag')).toBe('"2"');
      const [created, entered, updated, ...more] = await eventsOf(id);
      expect([created.event, entered.event, more]).toEqual(['vendor.created', 'vendor.bank_account_changed', []]);
      expect(updated).toMatchObject({
        event: 'vendor.updated',
        data: { vendor_id: id, name: FULL_A.name, status: 'active', updated_at: changed.body.data.updated_at },
      });
      expect(updated.data.updated_fields.sort()).toEqual(['category', 'name_ar']);
      expect((await auditOf(id)).map(({ action }) => action)).toEqual(['created', 'bank_account_added', 'updated']);
    });

    it('returns 412 for an outdated If-Match', async () => {
      const { id } = await a.post('/vendors', { name: 'Versioned' }, 201);
      await a.call('PUT', `/vendors/${id}`, 200, { phone: '1' }, { headers: { 'if-match': '"1"' } });
      const late = await b.call(
        'PUT',
        `/vendors/${id}`,
        412,
        { contact_phone: '2' },
        { headers: { 'if-match': '"1"' } },
      );
      expect(late.body.error.code).toBe('PRECONDITION_FAILED');
      expect((await a.get(`/vendors/${id}`)).phone).toBe('1');
    });

    it('changes only the first contact through Form B', async () => {
      const { id } = await a.post('/vendors', { ...FULL_A, vat_number: null, cr_number: null }, 201);
      await b.put(`/vendors/${id}`, { contact_person: 'Huda', contact_phone: '9', payment_terms: 'NET_60' }, 200);
      expect(await a.get(`/vendors/${id}`)).toMatchObject({
        phone: '9',
        email: FULL_A.email,
        payment_terms: 60,
        contacts: [{ ...CONTACTS[0], name: 'Huda', phone: '9' }, CONTACTS[1]],
      });
      expect(await b.put(`/vendors/${id}`, { contact_person: null }, 200)).toMatchObject({
        contact_person: 'Fahad',
        contact_email: FULL_A.email,
      });
    });

    it('creates no contact from an e-mail address alone', async () => {
      const { id } = await b.post('/vendors', { name: 'Nameless', contact_phone: '1' }, 201);
      await b.put(`/vendors/${id}`, { contact_email: 'hello@nameless.example' }, 200);
      expect(await b.get(`/vendors/${id}`)).toMatchObject({
        contact_person: null,
        contact_email: 'hello@nameless.example',
        contact_phone: '1',
        contacts: [],
      });
    });

    it('leaves the contacts unchanged when Form A changes the e-mail address', async () => {
      const { id } = await a.post('/vendors', { ...FULL_A, vat_number: null, cr_number: null }, 201);
      expect(await a.put(`/vendors/${id}`, { email: 'new@najd-paper.example' }, 200)).toMatchObject({
        email: 'new@najd-paper.example',
        contacts: CONTACTS,
      });
    });

    it('stores the time of a change of bank details', async () => {
      const { id } = await a.post('/vendors', { name: 'Banked', bank_account: '123' }, 201);
      const changedAt = async (): Promise<unknown> =>
        (await rows('SELECT bank_changed_at FROM vendors WHERE id = $1', [id]))[0].bank_changed_at;
      await a.put(`/vendors/${id}`, { bank_account: '123', phone: '5' }, 200);
      expect(await changedAt()).toBeNull();
      await a.put(`/vendors/${id}`, { bank_account: '124' }, 200);
      expect(await changedAt()).toBeInstanceOf(Date);
      await a.call('PUT', `/vendors/${id}`, 422, { bank_account: 'SA0480000000608010167519' });
    });

    it('accepts only active and inactive as status', async () => {
      const { id } = await a.post('/vendors', { name: 'Resting' }, 201);
      expect((await a.put(`/vendors/${id}`, { status: 'inactive' }, 200)).status).toBe('inactive');
      expect((await b.put(`/vendors/${id}`, { status: 'active' }, 200)).status).toBe('active');
      for (const status of ['blocked', 'blacklisted', 'gone', null]) {
        expect(Object.keys(fields((await a.call('PUT', `/vendors/${id}`, 422, { status })).body))).toEqual(['status']);
      }
    });
  });

  describe('block and unblock', () => {
    it('blocks with a reason and restores the previous status', async () => {
      const { id } = await a.post('/vendors', { name: 'Naughty' }, 201);
      await a.put(`/vendors/${id}`, { status: 'inactive' }, 200);
      expect(fields((await a.call('POST', `/vendors/${id}/block`, 422, {})).body)).toEqual({
        reason: ['This field is required.'],
      });
      const blocked = await a.post(`/vendors/${id}/block`, { reason: 'Expired goods' }, 200);
      expect(blocked).toMatchObject({ id, status: 'blocked', blocked_reason: 'Expired goods', performance: NO_DATA });
      expect(blocked.blocked_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);

      const again = await a.call('POST', `/vendors/${id}/block`, 422, { reason: 'x' });
      expect(again.body.error).toMatchObject({
        code: 'INVALID_STATUS',
        details: { status: 'blocked', allowed_statuses: ['active', 'inactive'] },
      });
      const set = await b.call('PUT', `/vendors/${id}`, 422, { status: 'active' });
      expect(set.body.error).toMatchObject({ code: 'INVALID_STATUS', details: { status: 'blocked' } });
      // Other fields can still be changed.
      await a.put(`/vendors/${id}`, { phone: '1' }, 200);

      const free = await b.call('POST', `/vendors/${id}/unblock`, 200);
      expect(free.body.message).toBe('Vendor unblocked successfully.');
      expect(free.body.data).toMatchObject({ status: 'inactive', blocked_reason: null, blocked_at: null });
      await a.call('POST', `/vendors/${id}/unblock`, 422, {});

      const published = (await eventsOf(id)).map(({ event, data }) => [event, data.status, data.updated_fields]);
      expect(published).toEqual([
        ['vendor.created', 'active', undefined],
        ['vendor.updated', 'inactive', ['status']],
        ['vendor.updated', 'blocked', ['status', 'blocked_reason', 'blocked_at']],
        ['vendor.updated', 'blocked', ['phone']],
        ['vendor.updated', 'inactive', ['status', 'blocked_reason', 'blocked_at']],
      ]);
      expect(await auditOf(id)).toContainEqual({
        action: 'blocked',
        details: {
          reason: 'Expired goods',
          changes: {
            status: { from: 'inactive', to: 'blocked' },
            blocked_reason: { from: null, to: 'Expired goods' },
            blocked_at: { from: null, to: expect.any(String) as string },
          },
        },
      });
    });

    it('blacklists through Form B, shows blocked in Form A, and requires an admin to unblock', async () => {
      const { id } = await b.post('/vendors', { name: 'Banned' }, 201);
      await a.call('POST', `/vendors/${id}/block`, 422, { reason: 'x', type: 'blacklist' });
      await b.call('POST', `/vendors/${id}/block`, 422, { reason: 'x', type: 'forever' });
      const banned = await b.post(`/vendors/${id}/block`, { reason: 'Fraud', type: 'blacklist' }, 200);
      expect(banned).toMatchObject({ status: 'blacklisted', blocked_reason: 'Fraud' });
      expect((await a.get(`/vendors/${id}`)).status).toBe('blocked');
      const set = await a.call('PUT', `/vendors/${id}`, 422, { status: 'active' });
      expect(set.body.error.details).toEqual({ status: 'blocked', allowed_statuses: ['active', 'inactive'] });
      expect(set.text).not.toContain('blacklisted');

      const writer = await service.mint(['read', 'write']);
      for (const client of [a, b]) {
        const refused = await client.as(writer).call('POST', `/vendors/${id}/unblock`, 403);
        expect(refused.body).toEqual({
          message: 'This token lacks the ability: admin.',
          errors: { ability: ['The ability admin is required.'] },
        });
      }
      expect((await a.post(`/vendors/${id}/unblock`, {}, 200)).status).toBe('active');
    });

    it('lists in Form A only its own statuses in the error of unblock', async () => {
      const { id } = await a.post('/vendors', { name: 'Free' }, 201);
      const refused = await a.call('POST', `/vendors/${id}/unblock`, 422);
      expect(refused.body.error.details).toEqual({ status: 'active', allowed_statuses: ['blocked'] });
      expect(refused.text).not.toContain('blacklisted');
      const inB = await b.call('POST', `/vendors/${id}/unblock`, 422);
      expect(inB.body.error.details).toEqual({ status: 'active', allowed_statuses: ['blocked', 'blacklisted'] });
    });

    it('accepts one of several concurrent blocks', async () => {
      const { id } = await a.post('/vendors', { name: 'Contested' }, 201);
      const replies = await Promise.all(
        [1, 2, 3, 4].map((n) => a.raw('POST', `/vendors/${id}/block`, JSON.stringify({ reason: `Reason ${n}` }))),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
      expect(await eventsOf(id)).toHaveLength(2);
    });

    it.each([
      ['inactive', (id: number) => a.put(`/vendors/${id}`, { status: 'inactive' }, 200)],
      ['blocked', (id: number) => a.post(`/vendors/${id}/block`, { reason: 'x' }, 200)],
      ['blacklisted', (id: number) => b.post(`/vendors/${id}/block`, { reason: 'x', type: 'blacklist' }, 200)],
    ])('rejects a new order for an %s vendor', async (_status, exclude) => {
      const { id } = await a.post('/vendors', { name: 'Excluded' }, 201);
      await exclude(id);
      const order = { vendor_id: id, items: [{ description: 'x', quantity: 1, unit_price: 1 }] };
      const refused = await a.call('POST', '/purchase-orders', 422, order);
      expect(refused.body.error).toMatchObject({ code: 'VENDOR_BLOCKED', details: { vendor_id: id } });
      const unknown = await a.call('POST', '/purchase-orders', 422, { ...order, vendor_id: 99_999_999 });
      expect(fields(unknown.body)).toEqual({ vendor_id: ['No such record.'] });
    });
  });

  describe('list', () => {
    let listA: Client;
    let listB: Client;
    const id: Record<string, number> = {};

    beforeAll(async () => {
      const tenant = await service.newTenant();
      listA = a.as(tenant.token.token);
      listB = b.as(tenant.token.token);
      for (const [name, more] of [
        ['Alpha Paper', { email: 'sales@alpha.example', category: 'Paper', name_ar: 'ألفا للورق' }],
        ['Beta Steel', { email: 'BETA@steel.example', category: 'Steel' }],
        ['Gamma 100%_Pure', { category: 'Paper' }],
        ['Delta', {}],
        ['Epsilon', {}],
      ] as const) {
        id[name] = (await listA.post('/vendors', { name, ...more }, 201)).id;
      }
      await listA.put(`/vendors/${id['Gamma 100%_Pure']}`, { status: 'inactive' }, 200);
      await listA.post(`/vendors/${id['Delta']}/block`, { reason: 'x' }, 200);
      await listB.post(`/vendors/${id['Epsilon']}/block`, { reason: 'x', type: 'blacklist' }, 200);
      await service.owner.query(
        'UPDATE vendors SET performance_score = 80, total_spend = 1150.25, total_orders = 3 WHERE id = $1',
        [id['Beta Steel']],
      );
    });

    const names = async (client: Client, query: Record<string, string | number>): Promise<string[]> =>
      (await client.get('/vendors', 200, { sort: 'name', order: 'asc', ...query })).map((one: Json) => one.name);

    it('has the fields of the specification, and in Form B its names in addition', async () => {
      const [one] = await listA.get('/vendors', 200, { search: 'beta' });
      expect(one).toEqual({
        id: id['Beta Steel'],
        name: 'Beta Steel',
        email: 'BETA@steel.example',
        phone: null,
        status: 'active',
        category: 'Steel',
        performance_score: 80,
        total_orders: 3,
        total_spend: 1150.25,
        external_id: null,
        metadata: {},
        created_at: expect.any(String),
      });
      const [inB] = await listB.get('/vendors', 200, { search: 'beta' });
      expect(inB).toEqual({
        ...one,
        contact_person: null,
        contact_email: one.email,
        contact_phone: null,
        address: null,
        tax_number: null,
        payment_terms: 'NET_30',
      });
    });

    it.each([
      ['a', { status: 'active' }, ['Alpha Paper', 'Beta Steel']],
      ['a', { status: 'inactive' }, ['Gamma 100%_Pure']],
      ['a', { status: 'blocked' }, ['Delta', 'Epsilon']],
      ['b', { status: 'blocked' }, ['Delta']],
      ['b', { status: 'blacklisted' }, ['Epsilon']],
      ['a', { category: 'Paper' }, ['Alpha Paper', 'Gamma 100%_Pure']],
      ['a', { category: 'Paper', status: 'active' }, ['Alpha Paper']],
      ['a', { category: 'Pape' }, []],
      ['a', { min_score: 80 }, ['Beta Steel']],
      ['a', { min_score: 81 }, []],
      ['a', { search: 'PAPER' }, ['Alpha Paper']],
      ['a', { search: 'beta@STEEL' }, ['Beta Steel']],
      ['a', { search: 'ألفا' }, ['Alpha Paper']],
      ['a', { search: 'الفا  للـوَرق' }, ['Alpha Paper']],
      ['a', { search: '\u200fＡlphá' }, ['Alpha Paper']],
      ['a', { category: ' ＰÁPER' }, ['Alpha Paper', 'Gamma 100%_Pure']],
      ['a', { search: '%_' }, ['Gamma 100%_Pure']],
      ['a', { search: 'l_h' }, []],
      ['a', { search: 'steel beta' }, []],
      ['a', { search: "'; DROP TABLE vendors --" }, []],
      ['b', { search: 'a', min_score: 0, status: 'active' }, ['Alpha Paper', 'Beta Steel']],
    ])('in Form %s finds by %j', async (form, query, expected) => {
      expect(await names(form === 'a' ? listA : listB, query as Record<string, string>)).toEqual(expected);
    });

    it('sorts by each field, then id, in pages without overlap', async () => {
      for (const sort of [
        'created_at',
        'name',
        'email',
        'category',
        'status',
        'performance_score',
        'total_spend',
        'id',
      ]) {
        const seen: number[] = [];
        for (const page of [1, 2, 3]) {
          const part = await listA.get('/vendors', 200, { sort, order: 'desc', per_page: 2, page });
          seen.push(...part.map((one: Json) => one.id));
        }
        expect(new Set(seen).size).toBe(5);
      }
      const byEmail = await listA.get('/vendors', 200, { sort_by: 'email', sort_order: 'desc' });
      expect(byEmail.map((one: Json) => one.email === null)).toEqual([false, false, true, true, true]);
    });

    it.each([
      ['a', { status: 'blacklisted' }],
      ['a', { min_score: 101 }],
      ['a', { min_score: -1 }],
      ['a', { min_score: 'high' }],
      ['b', { sort: 'bank_account' }],
      ['b', { vat_number: '1' }],
    ])('in Form %s rejects the query %j', async (form, query) => {
      const reply = await (form === 'a' ? listA : listB).call('GET', '/vendors', 400, undefined, {
        query,
      });
      expect(reply.body.error.code).toBe('BAD_REQUEST');
    });
  });

  describe('totals', () => {
    const add = (id: VendorId, change: { orders: number; spend: string; currency: string }): Promise<void> =>
      service.app.get(UnitOfWork).run(service.tenant.tenant.id, async (tx) => {
        service.app.get(VendorTotals).add(tx, id, { ...change, spend: decimal(change.spend) });
        await tx.answered();
      });
    const totals = async (id: number): Promise<unknown[]> => {
      const { total_orders, total_spend } = await a.get(`/vendors/${id}`);
      return [total_orders, total_spend];
    };

    it('count every order but add only amounts in the vendor’s currency', async () => {
      const { id } = await a.post('/vendors', { name: 'Dollars', currency: 'USD' }, 201);
      await add(id, { orders: 1, spend: '100.10', currency: 'USD' });
      await add(id, { orders: 1, spend: '50', currency: 'SAR' });
      await add(id, { orders: 0, spend: '-0.10', currency: 'USD' });
      expect(await totals(id)).toEqual([2, 100]);
      await add(id, { orders: -1, spend: '-100', currency: 'USD' });
      expect(await totals(id)).toEqual([1, 0]);
    });

    it('use the tenant’s currency for a vendor without one and lose no concurrent change', async () => {
      const { id } = await a.post('/vendors', { name: 'Riyals' }, 201);
      await Promise.all(Array.from({ length: 10 }, () => add(id, { orders: 1, spend: '10.01', currency: 'SAR' })));
      await add(id, { orders: 1, spend: '7', currency: 'USD' });
      expect(await totals(id)).toEqual([11, 100.1]);
      // The totals do not raise the version, so an edit with an earlier ETag succeeds.
      await a.call('PUT', `/vendors/${id}`, 200, { phone: '1' }, { headers: { 'if-match': '"1"' } });
    });

    it('are recalculated when the currency changes', async () => {
      const { id } = await a.post('/vendors', { name: 'Mover' }, 201);
      const items = [{ description: 'x', quantity: 3, unit_price: 11.5 }];
      for (const [currency, status] of [
        ['USD', 'approved'],
        ['USD', 'completed'],
        ['USD', 'draft'],
        ['SAR', 'approved'],
      ]) {
        const order = await a.post('/purchase-orders', { vendor_id: id, currency, items }, 201);
        await service.owner.query('UPDATE purchase_orders SET status = $1 WHERE id = $2', [status, order.id]);
      }
      await a.put(`/vendors/${id}`, { currency: 'USD' }, 200);
      expect((await totals(id))[1]).toBe(69);
      await a.put(`/vendors/${id}`, { currency: null }, 200);
      expect((await totals(id))[1]).toBe(34.5);
    });
  });

  it('return 404 for another tenant', async () => {
    const { id } = await a.post('/vendors', { name: 'Ours' }, 201);
    const other = (await service.newTenant()).token.token;
    for (const client of [a.as(other), b.as(other)]) {
      await client.call('GET', `/vendors/${id}`, 404);
      await client.call('GET', `/vendors/${id}/performance`, 404);
      await client.call('PUT', `/vendors/${id}`, 404, { name: 'Theirs' });
      await client.call('POST', `/vendors/${id}/block`, 404, { reason: 'x' });
      await client.call('POST', `/vendors/${id}/unblock`, 404);
      expect(await client.get('/vendors')).toEqual([]);
      expect(await client.get('/vendors', 200, { search: 'Ours' })).toEqual([]);
    }
    expect(await a.get(`/vendors/${id}`)).toMatchObject({ name: 'Ours', status: 'active' });
  });

  it('require the ability read to read and write to change', async () => {
    const { id } = await a.post('/vendors', { name: 'Guarded' }, 201);
    const reader = a.as(await service.mint(['read']));
    const writer = a.as(await service.mint(['write']));
    await reader.get(`/vendors/${id}`);
    await reader.call('POST', '/vendors', 403, { name: 'x' });
    await reader.call('POST', `/vendors/${id}/block`, 403, { reason: 'x' });
    await writer.call('GET', '/vendors', 403);
    await writer.post(`/vendors/${id}/block`, { reason: 'x' }, 200);
    await writer.post(`/vendors/${id}/unblock`, {}, 200);
  });
});
