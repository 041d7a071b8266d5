import { Service, startApp, storyClock } from '../support/app';
import type { Client, Reply } from '../support/client';
import { allAtOnce } from '../support/at-once';
import { linesOf } from '../support/invoices';
import { aDraft, aSubmitted, aVendor, PAPER } from '../support/purchase-orders';
import { FORMS } from '../support/sampled';

type Lock = Parameters<typeof allAtOnce>[1];

interface Resource {
  /** Creates a record and returns its path. */
  readonly make: (admin: Client) => Promise<string>;
  readonly change: (form: 'a' | 'b', value: string) => object;
  readonly deletes?: number;
}

let made = 0;
const next = (): number => (made += 1);
const at = async (path: string, record: Promise<{ id: number }>): Promise<string> => `${path}/${(await record).id}`;

const RESOURCES: Readonly<Record<string, Resource>> = {
  department: {
    make: (admin) => at('/departments', admin.post('/departments', { name: 'D', code: `D${next()}` }, 201)),
    change: (_form, name) => ({ name }),
    deletes: 204,
  },
  project: {
    make: (admin) => at('/projects', admin.post('/projects', { name: 'P', code: `P${next()}` }, 201)),
    change: (_form, name) => ({ name }),
    deletes: 204,
  },
  vendor: {
    make: (admin) => at('/vendors', aVendor(admin)),
    change: (_form, name) => ({ name }),
  },
  'purchase order': {
    make: async (admin) => at('/purchase-orders', aDraft(admin, (await aVendor(admin)).id)),
    change: (form, text) => (form === 'a' ? { notes: text } : { description: text }),
    deletes: 204,
  },
  invoice: {
    make: async (admin) => {
      const { id } = await aVendor(admin);
      const line = { description: 'Paper', quantity: 1, unit: 'box', unit_price: 10, vat_rate: 0 };
      const input = {
        vendor_id: id,
        invoice_number: `V-${next()}`,
        invoice_date: '2026-03-01',
        due_date: '2026-04-01',
        line_items: [line],
      };
      return at('/invoices', admin.through('a').post('/invoices', input, 201));
    },
    change: (_form, description) => ({ description }),
  },
  budget: {
    make: async (admin) => {
      const { department } = await admin.get('/users/me');
      const input = {
        name: 'B',
        allocated_amount: 100,
        department_id: department.id,
        fiscal_year: 2026,
        category: `C${next()}`,
      };
      return at('/budgets', admin.through('a').post('/budgets', input, 201));
    },
    change: (_form, notes) => ({ notes }),
  },
  user: {
    make: (admin) =>
      at('/users', admin.post('/users', { name_en: 'U', email: `u${next()}@example.com`, role: 'viewer' }, 201)),
    change: (_form, name_en) => ({ name_en }),
    deletes: 200,
  },
  webhook: {
    make: (admin) =>
      at(
        '/webhooks',
        admin.post('/webhooks', { name: 'W', url: 'https://127.0.0.1:8443/in', events: ['vendor.created'] }, 201),
      ),
    change: (_form, name) => ({ name }),
    deletes: 200,
  },
};

describe.each(FORMS)('optimistic locking with ETag, Form %s', (form) => {
  let service: Service;
  let admin: Client;

  beforeAll(async () => {
    service = await startApp({ clock: storyClock(), redis: false });
    admin = service.client({ form });
  });
  afterAll(() => service.stop());

  const matching = (etag: string) => ({ headers: { 'if-match': etag } });
  const code = ({ body }: Reply): string => (body['error'] as { code: string }).code;
  const messageOf = ({ body }: Reply): string => (body['error'] as { message: string }).message;
  const etagOf = async (path: string): Promise<string> =>
    (await admin.call('GET', path, 200)).headers.get('etag') ?? 'none';

  describe.each(Object.entries(RESOURCES))('%s', (_name, { make, change, deletes }) => {
    it('returns its version in quotes and a new one after a change', async () => {
      const path = await make(admin);
      const first = await etagOf(path);
      expect(first).toMatch(/^"[\x21\x23-\x7e]+"$/);
      expect(await etagOf(path)).toBe(first);
      const changed = await admin.call('PUT', path, 200, change(form, 'one'));
      const second = await etagOf(path);
      expect(second).not.toBe(first);
      expect(changed.headers.get('etag')).toBe(second);
    });

    it('returns 412 for a change with an outdated or weak If-Match', async () => {
      const path = await make(admin);
      const read = await etagOf(path);
      await admin.put(path, change(form, 'mine'), 200, matching(read));
      const before = await admin.get(path);
      const late = await admin.call('PUT', path, 412, change(form, 'theirs'), matching(read));
      expect(code(late)).toBe('PRECONDITION_FAILED');
      expect(late.headers.get('etag')).toBeNull();
      const weak = await admin.call('PUT', path, 412, change(form, 'theirs'), matching(`W/${await etagOf(path)}`));
      expect([code(weak), messageOf(weak)]).toEqual(['PRECONDITION_FAILED', expect.stringContaining('weak ETag')]);
      expect(messageOf(late)).toBe(
        'The record has changed since you read the version in If-Match. Read it again, then send your change again.',
      );
      expect(await admin.get(path)).toEqual(before);
      await admin.put(path, change(form, 'listed'), 200, matching(`"x", ${await etagOf(path)}`));
      await admin.put(path, change(form, 'any'), 200, matching('*'));
    });

    it('accepts one of four concurrent changes with the same If-Match', async () => {
      const path = await make(admin);
      const read = await etagOf(path);
      const replies = await Promise.all(
        ['one', 'two', 'three', 'four'].map((value) =>
          admin.raw('PUT', path, JSON.stringify(change(form, value)), matching(read)),
        ),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
    });

    it('rejects a malformed If-Match', async () => {
      const path = await make(admin);
      for (const header of ['3', '"3', 'abc', '"1" "2"', '', '*, "3"']) {
        const reply = await admin.call('PUT', path, 400, change(form, 'x'), matching(header));
        expect([code(reply), messageOf(reply)]).toEqual(['BAD_REQUEST', expect.stringContaining('such as "3"')]);
      }
    });

    it('ignores If-None-Match and If-Modified-Since and returns the full record', async () => {
      const path = await make(admin);
      const headers = { 'if-none-match': await etagOf(path), 'if-modified-since': new Date(4e12).toUTCString() };
      expect((await admin.call('GET', path, 200, undefined, { headers })).body).toHaveProperty('data');
    });

    if (deletes !== undefined) {
      it('returns 412 for a deletion with an outdated If-Match', async () => {
        const path = await make(admin);
        const read = await etagOf(path);
        await admin.put(path, change(form, 'changed'), 200);
        expect(code(await admin.call('DELETE', path, 412, undefined, matching(read)))).toBe('PRECONDITION_FAILED');
        await admin.delete(path, deletes, matching(await etagOf(path)));
      });
    }
  });

  it('returns 412 for If-Match on a record that does not exist', async () => {
    const reply = await admin.call('PUT', '/vendors/by-external-id/NEW-1', 412, { name: 'New' }, matching('*'));
    expect([code(reply), messageOf(reply)]).toEqual([
      'PRECONDITION_FAILED',
      expect.stringContaining('This record does not exist yet'),
    ]);
  });

  it('explains a weak or malformed If-Match in Arabic', async () => {
    const path = await at('/vendors', aVendor(admin));
    const published = async (header: string): Promise<string> => {
      const headers = { 'if-match': header, 'accept-language': 'ar' };
      return messageOf(await admin.raw('PUT', path, '{"name":"x"}', { headers }));
    };
    expect(await published('W/"1"')).toContain('ETag ضعيف');
    expect(await published('1')).toContain('مع علامتي الاقتباس');
  });

  it('sends no ETag with lists and errors', async () => {
    for (const path of [
      '/departments',
      '/vendors',
      '/users',
      '/purchase-orders',
      '/invoices',
      '/budgets',
      '/webhooks',
    ]) {
      expect((await admin.call('GET', path, 200)).headers.get('etag')).toBeNull();
    }
    expect((await admin.call('GET', '/users/999999', 404)).headers.get('etag')).toBeNull();
  });

  it('compares the version after the record is found and before its status is checked', async () => {
    const { id } = await aVendor(admin);
    const order = await aSubmitted(admin, id);
    const notes = form === 'a' ? { notes: 'x' } : { description: 'x' };
    expect(code(await admin.call('PUT', '/purchase-orders/999999', 404, notes, matching('"1"')))).toBe('NOT_FOUND');
    expect(code(await admin.call('PUT', `/purchase-orders/${order.id}`, 412, notes, matching('"999"')))).toBe(
      'PRECONDITION_FAILED',
    );
    const current = await etagOf(`/purchase-orders/${order.id}`);
    expect(code(await admin.call('PUT', `/purchase-orders/${order.id}`, 422, notes, matching(current)))).toBe(
      'INVALID_STATUS',
    );
  });

  describe('lines of an order', () => {
    const aDraftOf = async (lines: number): Promise<{ path: string; items: string[]; lock: Lock }> => {
      const { id: vendorId } = await aVendor(admin);
      const draft = await aDraft(admin, vendorId, { items: Array.from({ length: lines }, () => PAPER) });
      const path = `/purchase-orders/${draft.id}`;
      const sql = 'SELECT id FROM purchase_orders WHERE id = $1 FOR UPDATE';
      return {
        path,
        items: linesOf(draft).map(({ id }) => `${path}/items/${id}`),
        lock: { sql, values: [draft.id] },
      };
    };

    it('use the ETag of the order: change and delete need the current version', async () => {
      const { path, items } = await aDraftOf(3);
      const [first = '', second = '', third = ''] = items;
      const read = await etagOf(path);
      const changed = await admin.call('PUT', first, 200, { quantity: 3 }, matching(read));
      const current = await etagOf(path);
      expect(current).not.toBe(read);
      expect(changed.headers.get('etag')).toBe(current);
      const before = await admin.get(path);
      expect(code(await admin.call('PUT', first, 412, { quantity: 4 }, matching(read)))).toBe('PRECONDITION_FAILED');
      expect(code(await admin.call('PUT', second, 412, { quantity: 4 }, matching(read)))).toBe('PRECONDITION_FAILED');
      expect(code(await admin.call('DELETE', second, 412, undefined, matching(read)))).toBe('PRECONDITION_FAILED');
      expect(await admin.get(path)).toEqual(before);
      await admin.delete(second, 204, matching(current));
      expect(linesOf(await admin.get(path)).map(({ quantity }) => quantity)).toEqual([3, 10]);
      await admin.call('DELETE', third, 412, undefined, matching(current));
      await admin.delete(third, 204, matching(await etagOf(path)));
    });

    it('accept one of four concurrent changes with the same If-Match', async () => {
      const { path, items, lock } = await aDraftOf(4);
      const [first = '', second = '', third = '', fourth = ''] = items;
      const under = matching(await etagOf(path));
      const body = JSON.stringify({ quantity: 7 });
      const replies = await allAtOnce(service, lock, [
        () => admin.raw('PUT', first, body, under),
        () => admin.raw('PUT', second, body, under),
        () => admin.raw('DELETE', third, undefined, under),
        () => admin.raw('DELETE', fourth, undefined, under),
      ]);
      const statuses = replies.map(({ status }) => status);
      expect(statuses.filter((status) => status === 412)).toHaveLength(3);
      expect(statuses.filter((status) => status === 200 || status === 204)).toHaveLength(1);
    });
  });

  it('protects the approval workflow', async () => {
    const path = '/approval-workflows/purchase-orders';
    const rules = [{ steps: [{ role: 'finance_manager' }] }];
    const read = await etagOf(path);
    await admin.put(path, { rules }, 200, matching(read));
    expect(code(await admin.call('PUT', path, 412, { rules }, matching(read)))).toBe('PRECONDITION_FAILED');
  });
});
