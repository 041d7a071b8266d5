import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { EVENT_NAMES } from '../../src/common/events';
import { verifyService } from '../../docs/verifiers/verify';
import { WebhookReceiver, type ReceivedCall } from '../../src/dev/receiver/webhook-receiver';
import { type Service, startApp } from '../support/app';
import { aBudget, aDepartment } from '../support/budgets';
import type { Loose } from '../support/client';
import { anOrderOf, approved, receive } from '../support/invoices';
import { aDraft, anApproved, aSubmitted, aVendor, colleague } from '../support/purchase-orders';
import { subscribe, type Subscribed } from '../support/webhooks/delivering';

/** Everything there is to be told happens, and a subscriber holds what it is sent to the published documents. */
describe.each(['a', 'b'] as const)('a subscriber to every event, read against the document of Form %s', (form) => {
  let service: Service;
  let receiver: WebhookReceiver;
  let subscribed: Subscribed;
  let document: Loose;
  const ajv = addFormats(new Ajv2020({ strict: false }));

  beforeAll(async () => {
    receiver = await WebhookReceiver.listen();
    service = await startApp({ trusts: receiver });
    subscribed = await subscribe(service, receiver, { events: EVENT_NAMES });
    document = await (await fetch(`${service.address}/openapi/form-${form}.json`)).json();
    ajv.addSchema(document, 'document');
  });
  afterAll(async () => {
    await service.stop();
    await receiver.close();
  });

  /** What the document says of an event's body. */
  function schemaOf(event: string): ValidateFunction {
    const { $ref } = document.webhooks[event].post.requestBody.content['application/json'].schema;
    const validate = ajv.getSchema(`document${$ref}`);
    if (!validate) throw new Error(`the document has a schema for ${event}`);
    return validate;
  }

  /** Data of the deliveries of an event about a record, once there are so many. */
  async function told(event: string, about: object = {}, count = 1): Promise<Loose[]> {
    const bodyOf = (call: ReceivedCall): Loose => JSON.parse(call.body.toString());
    const fits = (call: ReceivedCall): boolean => {
      const { data } = bodyOf(call);
      return (
        call.headers['x-service-event'] === event &&
        Object.entries(about).every(([field, value]) => data[field] === value)
      );
    };
    const calls = await receiver.waitFor(fits, count);
    for (const call of calls) {
      const validate = schemaOf(event);
      expect({ event, errors: validate(bodyOf(call)) ? [] : validate.errors }).toEqual({ event, errors: [] });
      expect(bodyOf(call)).toMatchObject({ event, tenant_id: service.tenant.tenant.id });
      expect(verifyService(call.body, String(call.headers['x-service-signature']), subscribed.secret)).toBe(true);
    }
    return calls.map((call) => bodyOf(call).data);
  }

  it('hears of a vendor created and changed', async () => {
    const client = service.client({ form });
    const { id } = await aVendor(client);
    await client.put(`/vendors/${id}`, { name: 'Najd Stationery and Print' }, 200);
    expect(await told('vendor.created', { vendor_id: id })).toMatchObject([{ status: 'active' }]);
    expect(await told('vendor.updated', { vendor_id: id })).toMatchObject([
      { name: 'Najd Stationery and Print', updated_fields: ['name'] },
    ]);
  });

  it('hears of bank details entered and verified', async () => {
    const client = service.client({ form });
    const { id } = await aVendor(client, {
      bank_name: 'Saudi National Bank',
      bank_account: 'SA0380000000608010167519',
    });
    const [entered] = await client.get(`/vendors/${id}/bank-accounts`);
    const { client: verifier } = await colleague(service, 'finance_manager');
    await verifier.through(form).post(`/vendors/${id}/bank-accounts/${entered.id}/verify`, undefined, 200);
    const about = { bank_account_id: entered.id, bank_account: '****7519' };
    expect(await told('vendor.bank_account_changed', { vendor_id: id, verified: false })).toMatchObject([about]);
    expect(await told('vendor.bank_account_changed', { vendor_id: id, verified: true })).toMatchObject([about]);
  });

  it('hears of orders created, approved, rejected and cancelled', async () => {
    const client = service.client({ form });
    const vendor = await aVendor(client);
    const order = await anApproved(client, vendor.id);
    const about = { purchase_order_id: order.id };
    expect(await told('purchase_order.created', about)).toMatchObject([{ status: 'draft', vendor_id: vendor.id }]);
    expect(await told('purchase_order.approved', about)).toMatchObject([{ status: 'approved' }]);

    const rejected = await aSubmitted(client, vendor.id);
    await client.through('a').post(`/purchase-orders/${rejected.id}/reject`, { reason: 'Not this quarter' }, 200);
    expect(await told('purchase_order.rejected', { purchase_order_id: rejected.id })).toMatchObject([
      { status: 'rejected', rejection_reason: 'Not this quarter' },
    ]);

    const cancelled = await aDraft(client, vendor.id);
    await client.through('a').post(`/purchase-orders/${cancelled.id}/cancel`, { reason: 'Ordered twice' }, 200);
    expect(await told('purchase_order.cancelled', { purchase_order_id: cancelled.id })).toMatchObject([
      { status: 'cancelled', cancellation_reason: 'Ordered twice' },
    ]);
  });

  it('hears of an invoice created, approved, paid and of its payment reversed, and of the budget that it is charged to', async () => {
    const client = service.client({ form });
    const departmentId = await aDepartment(client, `E-${form}`);
    const budget = await aBudget(client, { department_id: departmentId, allocated_amount: 1_000 });
    const vendor = await aVendor(client);
    const order = await anOrderOf(service, vendor.id, [{ quantity: 10, unit_price: 80 }], {
      department_id: departmentId,
    });
    await receive(service.client(), order, [10]);
    const invoice = await approved(service.client(), order);
    const payment = await service
      .client()
      .post(`/invoices/${invoice.id}/payments`, { amount: invoice.total, reference: `T-${form}` }, 201);
    const about = { invoice_id: invoice.id, purchase_order_id: order.id };
    for (const event of ['invoice.created', 'invoice.approved'] as const) await told(event, about);
    expect(await told('invoice.paid', about)).toMatchObject([{ amount_paid: invoice.total, payment_status: 'paid' }]);
    await client.post(`/invoices/${invoice.id}/payments/${payment.id}/reverse`, { reason: 'Bounced' }, 201);
    expect(await told('invoice.payment_reversed', about)).toMatchObject([
      { payment_id: payment.id, amount: -invoice.total, amount_due: invoice.total, status: 'approved' },
    ]);
    expect(await told('budget.threshold_reached', { budget_id: budget.id })).toMatchObject([
      { department_id: departmentId, allocated_amount: 1_000 },
    ]);
  });

  it('hears of a test of its subscription', async () => {
    await service.client({ form }).post(`/webhooks/${subscribed.id}/test`, undefined, 200);
    await told('webhook.test');
  });

  it('has heard of every event that there is, and each once', () => {
    const heard = receiver.calls.map(({ headers }) => String(headers['webhook-id']));
    expect(new Set(heard).size).toBe(heard.length);
    expect([...new Set(receiver.calls.map(({ headers }) => headers['x-service-event']))].sort()).toEqual(
      [...EVENT_NAMES].sort(),
    );
  });
});
