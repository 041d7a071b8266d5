import { randomUUID } from 'node:crypto';
import { VendorsService } from '../../src/procurement/vendors';
import { Service, startApp } from '../support/app';
import { ONE_FORM } from '../support/sampled';

const IBAN = 'SA0380000000608010167519';

/** Output of the service on standard error while `work` runs. */
async function logged(work: () => Promise<unknown>): Promise<string> {
  const lines: string[] = [];
  const spy = jest.spyOn(process.stderr, 'write').mockImplementation((chunk: string | Uint8Array) => {
    lines.push(String(chunk));
    return true;
  });
  try {
    await work();
    // The service logs a request after it has sent the response.
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    spy.mockRestore();
  }
  return lines.join('');
}

describe('service log', () => {
  let service: Service;

  beforeAll(async () => {
    // The start logs one line per route.
    await logged(async () => (service = await startApp({ env: { LOG_LEVEL: 'trace' } })));
  });
  afterAll(() => service.stop());

  it.each(ONE_FORM)('contains requests but no token, secret, key or bank account, Form %s', async (form) => {
    const admin = service.client({ form });
    const key = `key-${randomUUID()}`;
    const secrets: string[] = [service.tenant.token.token, key, IBAN, 'pst_wrong-but-private'];
    const text = await logged(async () => {
      const token = await admin.post('/tokens', { name: 'T', abilities: ['read'] }, 201);
      const hook = { name: 'W', url: 'https://127.0.0.1:8443/in', events: ['vendor.created'] };
      const webhook = await admin.post('/webhooks', hook, 201, { headers: { 'idempotency-key': key } });
      secrets.push(token.token, webhook.secret);
      await admin.post('/vendors', { name: 'V', bank_account: IBAN }, 201);
      await admin.post('/vendors', { name: '', bank_account: IBAN }, 422);
      await admin.get('/vendors', 200, { search: IBAN });
      await admin.as('pst_wrong-but-private').get('/me', 401);
      await admin.as(undefined).get('/me', 401, { access_token: service.tenant.token.token });
    });
    expect(text).toContain('/vendors?search');
    expect(text).toContain('/webhooks');
    for (const secret of secrets) expect(text).not.toContain(secret);
  });

  it('contains the error of a statement without values of rows', async () => {
    const admin = service.client();
    const fault = Object.assign(new Error('new row for relation "vendors" violates check constraint'), {
      code: '23514',
      constraint: 'ck_vendors_status',
      detail: `Failing row contains (1, ${IBAN}).`,
      parameters: [IBAN],
      query: `INSERT INTO vendors VALUES ('${IBAN}')`,
      driverError: { detail: IBAN },
    });
    const broken = jest
      .spyOn(service.app.get(VendorsService, { strict: false }), 'create')
      .mockRejectedValue(new Error('the vendor could not be written', { cause: fault }));
    const text = await logged(() => admin.post('/vendors', { name: 'V', bank_account: IBAN }, 500));
    broken.mockRestore();
    expect(text).toContain('the vendor could not be written');
    expect(text).toContain('ck_vendors_status');
    expect(text).not.toContain(IBAN);
  });
});
