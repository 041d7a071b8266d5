import { type Service, startApp } from '../support/app';
import type { Client } from '../support/client';

/** Tests assert the shape of JSON instead of declaring it. */
type Json = ReturnType<typeof JSON.parse>;

describe.each(['a', 'b'] as const)('departments, Form %s', (form) => {
  let service: Service;
  let admin: Client;
  let writer: Client;

  beforeAll(async () => {
    service = await startApp();
    admin = service.client({ form });
    writer = admin.as(await service.mint(['read', 'write', 'delete']));
  });
  afterAll(() => service.stop());

  const fields = (body: Json): Json => (form === 'a' ? body.error.details : body.errors);
  const owner = (): number => service.tenant.user.id;

  it('creates a department and shows it', async () => {
    const reply = await admin.call('POST', '/departments', 201, {
      name: ' Information Technology ',
      name_ar: 'تقنية المعلومات',
      code: 'IT',
      head_user_id: owner(),
    });
    const made = reply.body.data;
    expect(made).toEqual({
      id: expect.any(Number),
      name: 'Information Technology',
      name_ar: 'تقنية المعلومات',
      code: 'IT',
      head_user_id: owner(),
      head_user: { id: owner(), name: 'Olivia Owner' },
      is_active: true,
      external_id: null,
      metadata: {},
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      updated_at: made.created_at,
    });
    if (form === 'b') expect(reply.body.message).toBe('Department created successfully.');
    const read = await admin.call('GET', `/departments/${made.id}`, 200);
    expect(read.body.data).toEqual(made);
    expect(read.headers.get('etag')).toBe('"1"');
  });

  it('requires a name and a code that is unique without case', async () => {
    const missing = await admin.call('POST', '/departments', 422, {});
    expect(fields(missing.body)).toEqual({ name: ['This field is required.'], code: ['This field is required.'] });
    await admin.post('/departments', { name: 'Legal', code: 'LEG' }, 201);
    const again = await admin.call('POST', '/departments', 422, { name: 'Other', code: 'leg' });
    expect(fields(again.body)).toEqual({ code: ['Already in use.'] });
    const { id } = await admin.post('/departments', { name: 'Other', code: 'OTH' }, 201);
    const moved = await admin.call('PUT', `/departments/${id}`, 422, { code: 'Leg' });
    expect(fields(moved.body)).toEqual({ code: ['Already in use.'] });
    expect((await admin.get(`/departments/${id}`)).code).toBe('OTH');
  });

  it('accepts a code once in concurrent requests', async () => {
    const replies = await Promise.all(
      [1, 2, 3, 4].map((n) => admin.raw('POST', '/departments', JSON.stringify({ name: `Racer ${n}`, code: 'RACE' }))),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
  });

  it('changes only the fields in the request and returns 412 for an outdated If-Match', async () => {
    const made = await admin.post('/departments', { name: 'Stores', name_ar: 'المستودعات', code: 'STO' }, 201);
    const path = `/departments/${made.id}`;
    const changed = await admin.call('PUT', path, 200, { name: 'Warehouse' }, { headers: { 'if-match': '"1"' } });
    expect(changed.body.data).toMatchObject({ name: 'Warehouse', name_ar: 'المستودعات', code: 'STO' });
    expect(changed.headers.get('etag')).toBe('"2"');
    expect((await admin.call('PUT', path, 200, { name: 'Warehouse' })).headers.get('etag')).toBe('"2"');
    await admin.call('PUT', path, 412, { name: 'Late' }, { headers: { 'if-match': '"1"' } });
    await admin.call('DELETE', path, 412, undefined, { headers: { 'if-match': '"1"' } });
    expect((await admin.put(path, { name_ar: null }, 200)).name_ar).toBeNull();
    expect((await admin.get(path)).name).toBe('Warehouse');
  });

  it('allows only an admin to set the head and requires a user of the tenant', async () => {
    const refused = await writer.call('POST', '/departments', 403, {
      name: 'A',
      code: 'HEAD-A',
      head_user_id: owner(),
    });
    expect(refused.body).toEqual({
      message: 'This token lacks the ability: admin.',
      errors: { ability: ['The ability admin is required.'] },
    });
    const { id } = await writer.post('/departments', { name: 'A', code: 'HEAD-A' }, 201);
    await writer.call('PUT', `/departments/${id}`, 403, { head_user_id: owner() });
    await admin.put(`/departments/${id}`, { head_user_id: owner() }, 200);
    // The same head again is no change.
    await writer.put(`/departments/${id}`, { head_user_id: owner(), name: 'B' }, 200);
    await writer.call('PUT', `/departments/${id}`, 403, { head_user_id: null });

    const stranger = (await service.newTenant()).user.id;
    for (const head of [stranger, 99_999_999]) {
      const reply = await admin.call('PUT', `/departments/${id}`, 422, { head_user_id: head });
      expect(fields(reply.body)).toEqual({ head_user_id: ['No such record.'] });
    }
  });

  it('rejects a deactivated user as head', async () => {
    const person = { name_en: 'Gone', email: `gone-${form}@example.com`, role: 'department_head' };
    const { id: head_user_id } = await admin.post('/users', person, 201);
    const { id } = await admin.post('/departments', { name: 'Works', code: `WORKS-${form}` }, 201);
    await admin.delete(`/users/${head_user_id}`, 200);
    const { body } = await admin.call('PUT', `/departments/${id}`, 422, { head_user_id });
    expect(fields(body)).toEqual({ head_user_id: ['No such record.'] });
  });

  it('deletes an unused department and deactivates a used one', async () => {
    const { id } = await admin.post('/departments', { name: 'Brief', code: 'BRIEF' }, 201);
    const removed = await admin.call('DELETE', `/departments/${id}`, 204);
    expect(removed.text).toBe('');
    await admin.call('DELETE', `/departments/${id}`, 404);

    const used = await admin.post('/departments', { name: 'Used', code: 'USED' }, 201);
    await admin.post('/projects', { name: 'Theirs', code: `OF-${used.id}`, department_id: used.id }, 201);
    const kept = await admin.delete(`/departments/${used.id}`, 200);
    expect(kept).toMatchObject({ id: used.id, is_active: false });
    expect(await admin.delete(`/departments/${used.id}`, 200)).toEqual(kept);
    expect((await admin.put(`/departments/${used.id}`, { is_active: true }, 200)).is_active).toBe(true);
  });

  it('filters, searches and sorts the list', async () => {
    for (const [name, code, active] of [
      ['Zeta 100%', 'LST-1', true],
      ['Alpha', 'LST-2', true],
      ['Beta', 'LST-3', false],
    ] as const) {
      await admin.post('/departments', { name, code, is_active: active }, 201);
    }
    const names = async (query: Record<string, string | number>): Promise<string[]> =>
      (await admin.get('/departments', 200, query)).map(({ name }: { name: string }) => name);
    expect(await names({ search: 'lst-', sort: 'name', order: 'asc' })).toEqual(['Alpha', 'Beta', 'Zeta 100%']);
    expect(await names({ search: 'lst-', sort: 'code', order: 'desc', is_active: 'true' })).toEqual([
      'Alpha',
      'Zeta 100%',
    ]);
    expect(await names({ search: 'LST', is_active: 'false' })).toEqual(['Beta']);
    expect(await names({ search: '0%' })).toEqual(['Zeta 100%']);
    expect(await names({ search: "' OR 1=1 --" })).toEqual([]);
    const page = await admin.call('GET', '/departments', 200, undefined, { query: { search: 'lst-', per_page: 2 } });
    expect(page.body.meta).toEqual({ current_page: 1, last_page: 2, per_page: 2, total: 3 });
    await admin.call('GET', '/departments', 400, undefined, { query: { sort: 'head_user_id' } });
  });

  it('returns 404 for another tenant and 403 without the ability', async () => {
    const { id } = await admin.post('/departments', { name: 'Ours', code: 'OURS' }, 201);
    const other = admin.as((await service.newTenant()).token.token);
    await other.call('GET', `/departments/${id}`, 404);
    await other.call('PUT', `/departments/${id}`, 404, { name: 'Theirs' });
    await other.call('DELETE', `/departments/${id}`, 404);
    const reader = admin.as(await service.mint(['read']));
    await reader.get(`/departments/${id}`);
    await reader.call('PUT', `/departments/${id}`, 403, { name: 'x' });
    await reader.call('DELETE', `/departments/${id}`, 403);
    expect((await admin.get(`/departments/${id}`)).name).toBe('Ours');
  });
});
