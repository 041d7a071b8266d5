import { PREFIX } from '../../src/platform/http';
import { Service, startApp } from '../support/app';
import { documentOf } from '../support/documented';
import { exchange } from '../support/exchange';
import { SAMPLES } from '../support/documents/samples';
import { download, upload } from '../support/documents/upload';
import { aDraft, aVendor } from '../support/purchase-orders';
import { ONE_FORM } from '../support/sampled';

const METHODS = ['get', 'post', 'put', 'delete'];

describe('Cache-Control', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.stop());

  const ask = async (
    path: string,
    { method = 'GET', token = '', headers = {}, body = undefined as string | undefined } = {},
  ) =>
    exchange(
      new URL(service.address + path),
      method,
      {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body,
    );
  const cacheControl = ({ headers }: { readonly headers: Headers }): string | null => headers.get('cache-control');

  describe.each(ONE_FORM)('of Form %s', (form) => {
    const prefix = PREFIX[form];

    it('is no-store for responses and errors of every operation', async () => {
      const { token } = (await service.newTenant()).token;
      const kept: string[] = [];
      const statuses = new Set<number>();
      for (const [path, operations] of Object.entries(documentOf(form).openapi.paths)) {
        for (const method of METHODS.filter((one) => one in operations)) {
          const body = method === 'get' || method === 'delete' ? undefined : '{}';
          const target = prefix + path.replace(/\{[^}]+\}/g, '1');
          // Deleting the caller's token would make the later requests fail.
          if (method === 'delete' && path.startsWith('/tokens')) continue;
          const reply = await ask(target, { method: method.toUpperCase(), token, ...(body ? { body } : {}) });
          statuses.add(reply.status);
          if (cacheControl(reply) !== 'no-store') kept.push(`${reply.status} ${method} ${target}`);
        }
      }
      expect(kept).toEqual([]);
      expect([...statuses]).toEqual(expect.arrayContaining([200, 404, 422]));
    });

    it('is no-store for secrets, files and errors', async () => {
      const { token } = service.tenant.token;
      const client = service.client({ form });
      const order = await aDraft(client, (await aVendor(client)).id);
      const [name, , bytes] = SAMPLES[0] ?? ['', '', Buffer.alloc(0)];
      const stored = await upload(service, order.id, name, bytes, { form });
      expect(stored.status).toBe(201);
      const minted = JSON.stringify({ name: 'another', abilities: ['read'] });
      const csv = { accept: 'text/csv' };
      const replies = [
        await ask(`${prefix}/tokens`, { method: 'POST', token, body: minted }),
        await ask(`${prefix}/purchase-orders`, { token, headers: csv }),
        await ask(`${prefix}/reports/po-status`, { token, headers: csv }),
        stored,
        await download(service, `${prefix}/documents/${stored.body.data.id}/download`),
        await ask(`${prefix}/me`),
        await ask(`${prefix}/vendors`, { token, method: 'POST', body: '{' }),
        await ask(`${prefix}/vendors`, { token, method: 'PATCH' }),
        await ask(`${prefix}/nothing`, { token }),
        await ask(`${prefix}/vendors/%ff`, { token }),
      ];
      expect(replies.map(({ status }) => status)).toEqual([201, 200, 200, 201, 200, 401, 400, 405, 404, 400]);
      expect(replies.map(cacheControl)).toEqual(replies.map(() => 'no-store'));
    });
  });

  it('is no-store for the invitation page and allows caching of the public documentation', async () => {
    expect(cacheControl(await ask('/invitations'))).toBe('no-store');
    for (const path of ['/docs/swagger-ui.css', '/openapi/form-a.json', '/openapi/form-b.json']) {
      const reply = await ask(path);
      expect([reply.status, cacheControl(reply)?.includes('no-store') ?? false]).toEqual([200, false]);
    }
  });
});
