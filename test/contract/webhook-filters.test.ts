import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { EVENT_NAMES } from '../../src/common/events';
import { WebhookReceiver } from '../../tools/receiver/webhook-receiver';
import { type Service, startApp } from '../support/app';
import { aBudget, aDepartment } from '../support/budgets';
import type { Client, Loose } from '../support/client';
import { aDraft, asOwner, aVendor } from '../support/purchase-orders';
import { FORMS } from '../support/sampled';

describe.each(FORMS)('webhook subscriptions, Form %s', (form) => {
  let service: Service;
  let receiver: WebhookReceiver;
  let client: Client;
  let projects: number;
  let vendorId: number;

  beforeAll(async () => {
    receiver = await WebhookReceiver.listen();
    service = await startApp({ trusts: receiver });
    client = service.client({ form });
    projects = await aDepartment(client, 'PRJ');
    vendorId = (await aVendor(client)).id;
  });
  afterAll(async () => {
    await service.stop();
    await receiver.close();
  });

  const EVENTS = ['purchase_order.created', 'vendor.created', 'budget.created'];
  const subscribe = async (fields: object): Promise<Loose> =>
    client.post('/webhooks', { name: 'ERP', url: receiver.url(), events: EVENTS, ...fields }, 201);
  /** Deliveries of the subscription: event name and id of the record. */
  const sent = async ({ id }: Loose): Promise<string[]> => {
    const rows = await asOwner<{ name: string; data: Loose }>(
      service,
      `SELECT e.name, e.body::jsonb->'data' AS data FROM webhook_deliveries d JOIN events e ON e.id = d.event_id
        WHERE d.subscription_id = $1 ORDER BY d.id`,
      [id],
    );
    return rows.map(({ name, data }) => `${name} ${data.purchase_order_id ?? data.vendor_id ?? data.budget_id}`);
  };

  it('filter events by department, vendor or both, and exclude events without them', async () => {
    const all = await subscribe({});
    const ofProjects = await subscribe({ filter: { department_ids: [projects] } });
    const ofVendor = await subscribe({ filter: { vendor_ids: [vendorId], department_ids: null } });
    const ofBoth = await subscribe({ filter: { department_ids: [projects], vendor_ids: [vendorId] } });
    const other = await aVendor(client);
    const general = await aDraft(client, vendorId);
    const here = await aDraft(client, vendorId, { department_id: projects });
    const there = await aDraft(client, other.id, { department_id: projects });
    const budget = await aBudget(client.through('a'), { department_id: projects, status: 'draft' });

    const order = ({ id }: Loose): string => `purchase_order.created ${id}`;
    const [created, funded] = [`vendor.created ${other.id}`, `budget.created ${budget.id}`];
    expect(await sent(all)).toEqual([created, order(general), order(here), order(there), funded]);
    expect(await sent(ofProjects)).toEqual([order(here), order(there), funded]);
    expect(await sent(ofVendor)).toEqual([order(general), order(here)]);
    expect(await sent(ofBoth)).toEqual([order(here)]);
    await client.post(`/webhooks/${ofBoth.id}/test`, undefined, 200);
  });

  it('show, change and remove their filter', async () => {
    const { id, filter } = await subscribe({ filter: { vendor_ids: [vendorId] } });
    const ofVendor = { department_ids: null, vendor_ids: [vendorId] };
    expect(filter).toEqual(ofVendor);
    expect(await client.get(`/webhooks/${id}`)).toMatchObject({ filter: ofVendor });
    expect((await client.get('/webhooks')).find((each: Loose) => each.id === id)).toMatchObject({ filter: ofVendor });
    expect(await client.put(`/webhooks/${id}`, { name: 'ERP 2' }, 200)).toMatchObject({ filter: ofVendor });
    const ofProjects = { department_ids: [projects], vendor_ids: null };
    const changed = await client.put(`/webhooks/${id}`, { filter: { department_ids: [projects] } }, 200);
    expect(changed).toMatchObject({ filter: ofProjects });
    expect(await client.put(`/webhooks/${id}`, { filter: null }, 200)).not.toHaveProperty('filter');
    expect(await client.get(`/webhooks/${id}`)).not.toHaveProperty('filter');
    const entries = await client.get('/audit-log', 200, { entity: `webhook:${id}`, order: 'asc' });
    expect(entries.map(({ details }: Loose) => details.changes.filter)).toEqual([
      { from: null, to: ofVendor },
      undefined,
      { from: ofVendor, to: ofProjects },
      { from: ofProjects, to: null },
    ]);
  });

  it('accept in their filter only departments and vendors of the tenant', async () => {
    const stranger = service.client({ form, token: (await service.newTenant()).token.token });
    const foreign = (await aVendor(stranger)).id;
    const faultsOf = (body: Loose): Loose => (form === 'a' ? body.error.details : body.errors);
    const { id } = await subscribe({});
    for (const [filter, field] of [
      [{ vendor_ids: [vendorId, foreign] }, 'filter.vendor_ids'],
      [{ department_ids: [987_654] }, 'filter.department_ids'],
      [{ department_ids: [] }, 'filter.department_ids'],
      [{ vendor_ids: ['one'] }, 'filter.vendor_ids'],
      [{ vendor_ids: [vendorId, vendorId] }, 'filter.vendor_ids'],
      [{ project_ids: [1] }, 'filter.project_ids'],
      [[vendorId], 'filter'],
    ] as const) {
      const body = { name: 'ERP', url: receiver.url(), events: EVENTS, filter };
      const created = await client.call('POST', '/webhooks', 422, body);
      const changed = await client.call('PUT', `/webhooks/${id}`, 422, { filter });
      for (const reply of [created, changed]) expect(Object.keys(faultsOf(reply.body))).toEqual([field]);
    }
    expect(await client.get(`/webhooks/${id}`)).not.toHaveProperty('filter');
  });

  it('list deliveries with the request id of the event and filter by it', async () => {
    const { id } = await subscribe({});
    const named = { headers: { 'X-Request-Id': `load-${form}-7` } };
    await client.call('POST', '/vendors', 201, { name: 'Najd Steel Company' }, named);
    await aVendor(client);
    const log = await client.get(`/webhooks/${id}/deliveries`, 200, { order: 'asc' });
    expect(log.map((delivery: Loose) => delivery.request_id)).toEqual([`load-${form}-7`, expect.any(String)]);
    const found = await client.call('GET', `/webhooks/${id}/deliveries?request_id=load-${form}-7`, 200);
    expect(found.body.data).toMatchObject([{ event: 'vendor.created', request_id: `load-${form}-7` }]);
    expect(found.body.meta.total).toBe(1);
    expect(await client.get(`/webhooks/${id}/deliveries`, 200, { request_id: 'another' })).toEqual([]);
  });

  it('have event types that GET /webhooks/event-types lists with schema and example', async () => {
    const reader = service.client({ form, token: await service.mint(['read']) });
    const types: Loose[] = await reader.get('/webhooks/event-types');
    expect(types.map(({ name }) => name)).toEqual([...EVENT_NAMES].sort());
    const document: Loose = await (await fetch(`${service.address}/openapi/form-${form}.json`)).json();
    const ajv = addFormats(new Ajv2020({ strict: false }));
    for (const { name, description, data_schema, example_body: example } of types) {
      expect(ajv.validate(data_schema, example.data)).toBe(true);
      const { summary, requestBody } = document.webhooks[name].post;
      expect({ description, example }).toEqual({
        description: summary,
        example: requestBody.content['application/json'].example,
      });
    }
    expect(await reader.get('/webhooks/event-types', 200, { search: 'deactivated' })).toHaveLength(1);
    await service.client({ form, token: await service.mint(['write']) }).call('GET', '/webhooks/event-types', 403);
  });
});
