import { ChangesQueries } from '../../src/history/changes';
import { type Service, startApp, storyClock } from '../support/app';
import type { Client, Loose } from '../support/client';
import { seal } from '../support/evidence';
import { receive } from '../support/invoices';
import { aDraft, anApproved, aVendor } from '../support/purchase-orders';

interface Part {
  readonly data: readonly Loose[];
  readonly meta: { readonly next_cursor: string; readonly has_more: boolean };
}

const names = ({ data }: Part): string[] => data.map(({ event, resource }) => `${event} ${resource.id}`);

describe.each(['a', 'b'] as const)('GET /changes, Form %s', (form) => {
  let service: Service;
  let admin: Client;
  let vendor: number;

  beforeAll(async () => {
    // Tests seal changes themselves: no worker seals every second.
    service = await startApp({ clock: storyClock(), env: { PROCESS_ROLE: 'api' } });
    admin = service.client({ form });
    vendor = (await aVendor(admin)).id;
  });
  afterAll(() => service.stop());

  const part = async (query: object = {}, client = admin): Promise<Part> =>
    (await client.call('GET', '/changes', 200, undefined, { query: query as never })).body;
  /** Seals, then returns the changes after a cursor. */
  const since = async (after: string, query: object = {}): Promise<Part> => {
    await seal(service);
    return part({ after, ...query });
  };
  const now = async (): Promise<string> => {
    await seal(service);
    return (await part({ after: 'now' })).meta.next_cursor;
  };

  it('starts with the oldest change and returns a cursor', async () => {
    await seal(service);
    const first = await part();
    expect(Object.keys(first.meta).sort()).toEqual(['has_more', 'next_cursor']);
    expect(first.data.find(({ event }) => event === 'vendor.created')).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      event: 'vendor.created',
      resource: { type: 'vendor', id: vendor, version: 1 },
      created_at: expect.any(String),
      data: expect.objectContaining({ vendor_id: vendor, status: 'active' }),
    });
    expect(first.meta.has_more).toBe(false);
    expect(await part({ after: '' })).toMatchObject({ data: first.data });
    expect(await part({ after: first.meta.next_cursor })).toMatchObject({ data: [], meta: first.meta });
  });

  it('lists every raised version of a record, with or without a webhook event', async () => {
    const start = await now();
    const { id } = await aDraft(admin, vendor);
    await admin.call('PUT', `/purchase-orders/${id}`, 200, { delivery_address: 'Gate 4' });
    const department = await admin.call('POST', '/departments', 201, { name: 'Finance', code: 'FIN' });
    const departmentId = department.body.data.id as number;
    await admin.call('PUT', `/departments/${departmentId}`, 200, { name: 'Finance and tax' });
    await admin.call('PUT', '/settings', 200, { over_receipt_pct: 7 });
    await admin.call('DELETE', `/departments/${departmentId}`, 204);
    const published = await since(start);
    expect(published.data.map(({ event, resource }) => [event, resource.type, resource.id, resource.version])).toEqual([
      ['purchase_order.created', 'purchase_order', id, 1],
      ['purchase_order.updated', 'purchase_order', id, 2],
      ['department.created', 'department', departmentId, 1],
      ['department.updated', 'department', departmentId, 2],
      ['settings.updated', 'settings', null, null],
      ['department.deleted', 'department', departmentId, null],
    ]);
    expect(published.data[1]?.data).toEqual({
      purchase_order_id: id,
      version: 2,
      updated_fields: ['delivery_address'],
    });
    expect(published.data[5]?.data).toMatchObject({ department_id: departmentId, version: null });
  });

  it('lists an order after a receipt, and a role by the id in GET /roles', async () => {
    const { id, items } = await anApproved(admin, vendor);
    const start = await now();
    const { id: receiptId } = await receive(admin.through('a'), { id, vendorId: vendor, items }, [4]);
    const roles = (await admin.call('GET', '/roles', 200)).body.data as Loose[];
    const { id: role } = roles.find(({ slug }) => slug === 'requester') ?? {};
    await admin.call('PUT', '/roles/requester', 200, { permissions: [] });
    const published = await since(start);
    expect(names(published).sort()).toEqual(
      [`goods_receipt.posted ${receiptId}`, `purchase_order.updated ${id}`, `role.updated ${role}`].sort(),
    );
    const order = published.data.find(({ event }) => event === 'purchase_order.updated');
    const read = (await admin.call('GET', `/purchase-orders/${id}`, 200)).headers.get('etag');
    expect(`"${order?.resource.version}"`).toBe(read);
    expect(order?.data).toMatchObject({ purchase_order_id: id, updated_fields: ['items'] });
  });

  it('lists the settings if a role gains or loses the approval of invoices', async () => {
    const { permissions } = (await admin.call('GET', '/roles/procurement_officer', 200)).body.data;
    const start = await now();
    const others = permissions.filter((one: string) => one !== 'invoices.approve');
    await admin.call('PUT', '/roles/procurement_officer', 200, { permissions: others });
    const published = await since(start);
    expect(published.data.map(({ event, data }) => [event, data.updated_fields])).toEqual([
      ['role.updated', ['permissions']],
      ['settings.updated', ['invoice_approver_roles']],
    ]);
    const again = await now();
    const more = others.filter((one: string) => one !== 'orders.write');
    await admin.call('PUT', '/roles/procurement_officer', 200, { permissions: more });
    expect((await since(again)).data.map(({ event }) => event)).toEqual(['role.updated']);
    const last = await now();
    await admin.call('PUT', '/settings', 200, { invoice_approver_roles: ['admin', 'procurement_officer'] });
    const set = (await since(last)).data.map(({ event }) => event);
    expect(set.filter((event) => event === 'settings.updated')).toHaveLength(1);
    await admin.call('PUT', '/roles/procurement_officer', 200, { permissions });
  });

  it('returns each change once over several pages', async () => {
    const start = await now();
    for (let count = 0; count < 5; count += 1) await aVendor(admin, { name: `Vendor ${count}` });
    const all = await since(start);
    expect(names(all)).toHaveLength(5);
    const walked: string[] = [];
    let cursor = start;
    for (let more = true; more;) {
      const next: Part = await part({ after: cursor, limit: 2 });
      walked.push(...names(next));
      expect(next.meta.has_more).toBe(walked.length < 5);
      ({ next_cursor: cursor, has_more: more } = next.meta);
    }
    expect(walked).toEqual(names(all));
    expect(cursor).toBe(all.meta.next_cursor);
  });

  it('filters by record type and event name', async () => {
    const start = await now();
    const { id } = await anApproved(admin, vendor);
    const other = await aVendor(admin, { name: 'Another' });
    const all = names(await since(start));
    expect(all).toContain(`purchase_order.approved ${id}`);
    expect(names(await part({ after: start, types: 'vendor' }))).toEqual([`vendor.created ${other.id}`]);
    expect(names(await part({ after: start, types: 'purchase_order.approved, vendor.created' }))).toEqual([
      `purchase_order.approved ${id}`,
      `vendor.created ${other.id}`,
    ]);
    expect(names(await part({ after: start, types: 'purchase_order,vendor' }))).toEqual(all);
    expect(await part({ after: start, types: 'project' })).toMatchObject({ data: [], meta: { has_more: false } });
  });

  it('continues from the cursor of an export', async () => {
    await aVendor(admin, { name: 'Sealed before' });
    await seal(service);
    const cursor = await service.app.get(ChangesQueries).now(service.tenant.tenant.id);
    const { id } = await aVendor(admin, { name: 'Comes after' });
    expect(names(await since(cursor))).toEqual([`vendor.created ${id}`]);
  });

  it('returns a cursor for a tenant without sealed changes', async () => {
    const fresh = await service.newTenant();
    const client = service.client({ form, token: fresh.token.token });
    const empty = await part({}, client);
    expect(empty).toMatchObject({ data: [], meta: { has_more: false, next_cursor: expect.any(String) } });
    await client.call('POST', '/projects', 201, { name: 'Metro', code: 'M1' });
    await seal(service);
    expect((await part({ after: empty.meta.next_cursor }, client)).data.map(({ event }) => event)).toContain(
      'project.created',
    );
  });

  it('rejects every invalid cursor, also of another tenant, with the same error', async () => {
    const { token } = (await service.newTenant()).token;
    const other = service.client({ form, token });
    const theirs = (await part({ after: 'now' }, other)).meta.next_cursor;
    const ours = await now();
    const broken = [theirs, 'x', `${ours}x`, ours.slice(1), ours.toLowerCase(), '0', 'null', 'NOW'];
    const refusals = [];
    for (const after of broken) {
      const { body } = await admin.call('GET', '/changes', 400, undefined, { query: { after } });
      expect(body.error).toMatchObject({
        code: 'BAD_REQUEST',
        details: { after: [expect.stringContaining('not a cursor')] },
      });
      refusals.push(JSON.stringify(body.error));
    }
    expect(new Set(refusals).size).toBe(1);
  });

  it.each([
    ['limit', { limit: 0 }],
    ['limit', { limit: 1001 }],
    ['wait', { wait: 31 }],
    ['wait', { wait: -1 }],
    ['types', { types: 'purchase_order,invoices' }],
    ['types', { types: 'webhook.test' }],
    ['types', { types: ',' }],
    ['cursor', { cursor: 'x' }],
  ])('returns 400 for an invalid %s', async (name, query) => {
    const { body } = await admin.call('GET', '/changes', 400, undefined, { query });
    expect(body.error.details).toEqual({ [name]: [expect.any(String)] });
  });

  it('requires the ability read and no permission', async () => {
    const blind = service.client({ form, token: await service.mint(['write']) });
    await blind.call('GET', '/changes', 403);
    const reader = service.client({ form, token: await service.mint(['read']) });
    await reader.call('GET', '/changes', 200);
  });
});
