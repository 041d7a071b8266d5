import { type Service, startApp } from '../support/app';
import type { Client, Reply } from '../support/client';
import { errorsOf, imported } from '../support/imports';
import { aDraft, aVendor } from '../support/purchase-orders';
import { fingerprint } from '../support/whole-tenant';
import { ONE_FORM } from '../support/sampled';

describe.each(ONE_FORM)('duplicate key in a JSON object, Form %s', (form) => {
  let service: Service;
  let admin: Client;
  let vendorId: number;
  let orderId: number;

  beforeAll(async () => {
    // A worker would change report figures between two fingerprints.
    service = await startApp({ env: { PROCESS_ROLE: 'api' } });
    admin = service.client({ form });
    vendorId = (await aVendor(service.client())).id;
    orderId = (await aDraft(service.client(), vendorId)).id;
  });
  afterAll(async () => service.stop());

  const refusal = ({ status, body }: Reply): unknown[] => [status, body.error.code, body.error.message];
  const line = '"description":"A4 paper","unit":"box","unit_price":10';

  it.each([
    ['a quantity', `{"items":[{${line},"quantity":1,"quantity":100}]}`, 'items.0.quantity'],
    ['a quantity with an escape', `{"items":[{${line},"quantity":1,"quantit\\u0079":100}]}`, 'items.0.quantity'],
    ['a field of the order', `{"items":[{${line},"quantity":1}],"items":[]}`, 'items'],
    ['metadata', '{"metadata":{"site":"A","cost":"1","site":"B"}}', 'metadata.site'],
    ['an unknown field', '{"__proto__":{},"__proto__":{}}', '__proto__'],
  ])('returns 400 with the path of the key: %s', async (_what, body, path) => {
    const before = await fingerprint(service);
    const whole = body.replace('{', `{"vendor_id":${vendorId},`);
    for (const [method, address] of [
      ['POST', '/purchase-orders'],
      ['PUT', `/purchase-orders/${orderId}`],
    ] as const) {
      expect(refusal(await admin.raw(method, address, whole))).toEqual([
        400,
        'BAD_REQUEST',
        `The key ${path} appears twice in one JSON object.`,
      ]);
    }
    const arabic = await admin.raw('POST', '/purchase-orders', whole, { headers: { 'accept-language': 'ar' } });
    expect(refusal(arabic)).toEqual([400, 'BAD_REQUEST', `المفتاح ${path} مكرر في كائن JSON واحد.`]);
    expect(await fingerprint(service)).toEqual(before);
  });

  it('makes only its row fail in an import', async () => {
    const file = `{"external_id":"${form}-1","name":"One","name":"Other"}\n{"external_id":"${form}-2","name":"Two"}\n`;
    const worker = await startApp({ beside: service, env: { PROCESS_ROLE: 'all' } });
    const done = await imported(worker, 'vendors', file, { form, type: 'application/x-ndjson' });
    expect(done).toMatchObject({ rows_failed: 1, created: 1 });
    expect(await errorsOf(service, done.id)).toEqual([[1, null, 'The key name appears twice in one JSON object.']]);
    const csv = `external_id,name,metadata\n${form}-3,Three,"{""a"":""1"",""a"":""2""}"\n`;
    const other = await imported(worker, 'vendors', csv, { form });
    expect(await errorsOf(service, other.id)).toEqual([[2, 'metadata', expect.any(String)]]);
    await worker.stop();
  });
});
