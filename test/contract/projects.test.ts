import { type Service, startApp } from '../support/app';
import type { Client } from '../support/client';

/** Tests assert the shape of JSON instead of declaring it. */
type Json = ReturnType<typeof JSON.parse>;

describe.each(['a', 'b'] as const)('projects, Form %s', (form) => {
  let service: Service;
  let admin: Client;

  beforeAll(async () => {
    service = await startApp();
    admin = service.client({ form });
  });
  afterAll(() => service.stop());

  const fields = (body: Json): Json => (form === 'a' ? body.error.details : body.errors);

  it('creates a project with or without a department and shows it', async () => {
    const department = await admin.post('/departments', { name: 'Facilities', code: 'FAC' }, 201);
    const reply = await admin.call('POST', '/projects', 201, {
      name: 'Riyadh warehouse',
      name_ar: 'مستودع الرياض',
      code: 'RUH-WH',
      department_id: department.id,
    });
    const made = reply.body.data;
    expect(made).toEqual({
      id: expect.any(Number),
      name: 'Riyadh warehouse',
      name_ar: 'مستودع الرياض',
      code: 'RUH-WH',
      department: { id: department.id, name: 'Facilities', code: 'FAC' },
      is_active: true,
      external_id: null,
      metadata: {},
      created_at: expect.any(String),
      updated_at: made.created_at,
    });
    if (form === 'b') expect(reply.body.message).toBe('Project created successfully.');
    const read = await admin.call('GET', `/projects/${made.id}`, 200);
    expect(read.body.data).toEqual(made);
    expect(read.headers.get('etag')).toBe('"1"');
    expect((await admin.post('/projects', { name: 'Fair', code: 'FAIR' }, 201)).department).toBeNull();
  });

  it('rejects a code in use, and an unknown or inactive department', async () => {
    await admin.post('/projects', { name: 'One', code: 'ONE' }, 201);
    const again = await admin.call('POST', '/projects', 422, { name: 'Two', code: 'one' });
    expect(fields(again.body)).toEqual({ code: ['Already in use.'] });

    const asleep = await admin.post('/departments', { name: 'Asleep', code: 'ZZZ', is_active: false }, 201);
    const [theirs] = await admin.as((await service.newTenant()).token.token).get('/departments');
    for (const department_id of [asleep.id, theirs.id, 99_999_999]) {
      const reply = await admin.call('POST', '/projects', 422, { name: 'Two', code: 'TWO', department_id });
      expect(fields(reply.body)).toEqual({ department_id: ['No such record.'] });
    }
  });

  it('changes only the fields in the request and returns 412 for an outdated If-Match', async () => {
    const department = await admin.post('/departments', { name: 'Events', code: 'EVT' }, 201);
    const { id } = await admin.post('/projects', { name: 'Expo', code: 'EXPO', department_id: department.id }, 201);
    const changed = await admin.call('PUT', `/projects/${id}`, 200, { name: 'Expo 2030' });
    expect(changed.body.data).toMatchObject({ name: 'Expo 2030', code: 'EXPO', department: { id: department.id } });
    expect(changed.headers.get('etag')).toBe('"2"');
    await admin.call('PUT', `/projects/${id}`, 412, { name: 'Late' }, { headers: { 'if-match': '"1"' } });
    // A department that was deactivated later may stay.
    await admin.put(`/departments/${department.id}`, { is_active: false }, 200);
    await admin.put(`/projects/${id}`, { name: 'Expo', department_id: department.id }, 200);
    expect((await admin.put(`/projects/${id}`, { department_id: null }, 200)).department).toBeNull();
  });

  it('deletes an unused project', async () => {
    const { id } = await admin.post('/projects', { name: 'Brief', code: 'BRIEF' }, 201);
    expect((await admin.call('DELETE', `/projects/${id}`, 204)).text).toBe('');
    await admin.call('GET', `/projects/${id}`, 404);
  });

  it('deactivates a project with an order, and new orders reject it', async () => {
    const project = await admin.post('/projects', { name: 'Used', code: 'USED' }, 201);
    const vendor = await admin.post('/vendors', { name: 'Najd Paper' }, 201);
    const a = admin.through('a');
    const order = {
      vendor_id: vendor.id,
      project_id: project.id,
      items: [{ description: 'Paper', quantity: 1, unit_price: 1 }],
    };
    await a.post('/purchase-orders', order, 201);
    expect(await admin.delete(`/projects/${project.id}`, 200)).toMatchObject({ id: project.id, is_active: false });
    const refused = await a.call('POST', '/purchase-orders', 422, order);
    expect(refused.body.error.details).toEqual({ project_id: ['No such record.'] });
  });

  it('filters, searches and sorts the list', async () => {
    const department = await admin.post('/departments', { name: 'Listing', code: 'LST' }, 201);
    await admin.post('/projects', { name: 'Zeta', code: 'LST-1', department_id: department.id }, 201);
    await admin.post('/projects', { name: 'Alpha', name_ar: 'ألفا', code: 'LST-2' }, 201);
    await admin.post('/projects', { name: 'Beta', code: 'LST-3', is_active: false }, 201);
    const names = async (query: Record<string, string | number>): Promise<string[]> =>
      (await admin.get('/projects', 200, query)).map(({ name }: { name: string }) => name);
    expect(await names({ search: 'lst-', sort: 'name', order: 'asc' })).toEqual(['Alpha', 'Beta', 'Zeta']);
    expect(await names({ search: 'ألف' })).toEqual(['Alpha']);
    expect(await names({ search: 'lst-', is_active: 'false' })).toEqual(['Beta']);
    expect(await names({ department_id: department.id })).toEqual(['Zeta']);
    expect(await names({ department_id: 99_999_999 })).toEqual([]);
  });

  it('returns 404 for another tenant', async () => {
    const { id } = await admin.post('/projects', { name: 'Ours', code: 'OURS' }, 201);
    const other = admin.as((await service.newTenant()).token.token);
    await other.call('GET', `/projects/${id}`, 404);
    await other.call('PUT', `/projects/${id}`, 404, { name: 'Theirs' });
    await other.call('DELETE', `/projects/${id}`, 404);
    expect((await admin.get(`/projects/${id}`)).name).toBe('Ours');
  });
});
