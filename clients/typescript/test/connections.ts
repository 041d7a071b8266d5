import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runInNewContext } from 'node:vm';
import {
  AbilityError,
  ConnectionError,
  MemoryStore,
  UnauthenticatedError,
  connectFormA,
  connectFormB,
  follow,
  listAll,
  mirror,
  pages,
} from 'procurement-client';
import { readWebhook, verifyServiceSignature, verifyWebhook } from 'procurement-client/webhooks';
import { refusal } from './surroundings.js';

/** A program with only the packed client, and no service. Prints as JSON how calls fail. */

const token = 'pst_x';
const connect = { a: connectFormA, b: connectFormB };
/** Calls the client like a program without types. */
const untyped = (value?: unknown): never => value as never;

/** A local server for the duration of the work. */
async function served<T>(listen: RequestListener, work: (baseUrl: string) => Promise<T>): Promise<T> {
  const server = createServer(listen).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const json = { 'content-type': 'application/json' };

/** The cause of a failed request. */
async function causeOf(baseUrl: string, options: object = {}): Promise<object> {
  const api = connectFormA({ baseUrl, token, retry: { attempts: 2, firstWait: 1 }, ...options });
  const error = await refusal(api.vendors.list({ query: { search: 'secret' } }));
  if (!(error instanceof ConnectionError)) return { error: String(error) };
  const cause = error.cause as Error & { code?: unknown };
  const port = /:\d+(?=[/ )])/g;
  return { message: error.message.replace(port, ''), code: error.code, cause: cause.name, causeCode: cause.code };
}

/** Fails like `fetch` under Jest: with errors of another realm. */
const failing = (code: string, message: string): typeof fetch => {
  const error = runInNewContext(
    'new TypeError("fetch failed", { cause: Object.assign(new Error(message), { code }) })',
    {
      code,
      message,
    },
  ) as Error;
  return () => Promise.reject(error);
};

async function causes() {
  const gone = await served(
    () => undefined,
    (baseUrl) => Promise.resolve(baseUrl),
  );
  const unknown = failing('ENOTFOUND', 'getaddrinfo ENOTFOUND nowhere.example');
  const half: RequestListener = (_, response) => {
    response.writeHead(200, { ...json, 'content-length': 100 }).write('{"data":[', () => response.destroy());
  };
  const isHalf: number[] = [];
  return {
    refused: await causeOf(gone),
    unknown: await causeOf('https://nowhere.example', { fetch: unknown }),
    silent: await served(
      () => undefined,
      (baseUrl) => causeOf(baseUrl, { retry: { attempts: 1, timeout: 50 } }),
    ),
    wrong: await served(
      (_, response) => response.writeHead(200, json).end('<html>'),
      (baseUrl) => causeOf(baseUrl),
    ),
    half: await served(half, (baseUrl) => causeOf(baseUrl)),
    repeated: await served(
      (request, response) => {
        if (isHalf.push(1) === 1) half(request, response);
        else response.writeHead(200, json).end('{"data":[]}');
      },
      async (baseUrl) => (await connectFormA({ baseUrl, token, retry: { firstWait: 1 } }).vendors.list()).data,
    ),
    download: await served(
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': 100 });
        response.write('%PDF', () => response.destroy());
      },
      async (baseUrl) => {
        const api = connectFormA({ baseUrl, token, retry: { attempts: 1 } });
        const error = await refusal(api.purchaseOrders.pdf({ path: { id: 7 } }));
        return error instanceof ConnectionError && error.code;
      },
    ),
    aborted: await served(
      () => undefined,
      async (baseUrl) => {
        const given = new AbortController();
        const asked = refusal(connectFormA({ baseUrl, token }).me.get({ signal: given.signal }));
        given.abort(new Error('changed my mind'));
        return String(await asked);
      },
    ),
  };
}

/** The help pages of 401 and 403, whose bodies cannot contain them. */
async function helpPages() {
  const found: Record<string, unknown> = {};
  for (const form of ['a', 'b'] as const) {
    for (const [status, member, Class] of [
      [401, 'token', UnauthenticatedError],
      [403, 'ability', AbilityError],
    ] as const) {
      const link = `<https://procurement.example/v1>; rel="next", <https://procurement.example/docs/${status}>; rel="help"`;
      const body = JSON.stringify({ message: 'No.', errors: { [member]: ['write'] } });
      const answer = new Response(body, { status, headers: { ...json, link } });
      const api = connect[form]({
        baseUrl: 'https://procurement.example',
        token,
        fetch: () => Promise.resolve(answer),
      });
      const error = await refusal(api.me.get());
      found[`${form} ${status}`] = error instanceof Class && error.docUrl;
    }
  }
  return found;
}

/** The URL of a request for different base addresses. */
async function addresses() {
  const asked: string[] = [];
  const send: typeof fetch = (request) => {
    asked.push((request as Request).url.replace('https://procurement.example', ''));
    return Promise.resolve(new Response('{"data":{}}', { headers: json }));
  };
  const ask = (form: 'a' | 'b', path: string): Promise<unknown> => {
    const api = connect[form]({ baseUrl: `https://procurement.example${path}`, token, fetch: send });
    return api.vendors.get({ path: { id: 3 } });
  };
  for (const path of ['', '/']) for (const form of ['a', 'b'] as const) await ask(form, path);
  for (const path of ['/v1', '/v1/']) await ask('a', path);
  for (const path of ['/api/v1', '/api/v1/']) await ask('b', path);
  for (const path of ['/erp', '/erp//']) for (const form of ['a', 'b'] as const) await ask(form, path);
  await ask('a', '/erp/v1/');
  await ask('b', '/erp/api/v1/');
  const api = connectFormA({ baseUrl: 'https://procurement.example', token, fetch: send });
  const path = { external_id: 'A/7 ?#%&ن' };
  await api.vendors.byExternalId.update({ path, body: { name: 'Najd' } });
  return asked;
}

/** Messages for missing values. */
async function missing() {
  const said = async (call: () => unknown): Promise<string> => String(await refusal((async () => await call())()));
  const ok = { baseUrl: 'https://procurement.example' };
  // Optional values may also be null.
  const api = connectFormA(untyped({ ...ok, token: null, retry: null, language: null }));
  const first = (iterator: AsyncIterator<unknown>): Promise<unknown> => iterator.next();
  const headers = { 'webhook-id': 'x', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' };
  const delivery = { body: '{}', headers, secret: 'whsec_b2xk' };
  const calls: Record<string, () => unknown> = {
    none: () => connectFormA(untyped()),
    'no address': () => connectFormA(untyped({})),
    'no address in Form B': () => connectFormB(untyped({ token })),
    'empty address': () => connectFormA({ baseUrl: ' ' }),
    'no scheme': () => connectFormA({ baseUrl: 'procurement.example:8080' }),
    credentials: () => connectFormA({ baseUrl: 'https://user:hidden@procurement.example' }),
    'empty token': () => connectFormB({ ...ok, token: '' }),
    'empty token of a function': () => connectFormA({ ...ok, token: () => untyped() }).me.get(),
    'no id': () => api.vendors.get(untyped()),
    'no id in the path': () => api.vendors.get(untyped({ path: {} })),
    'empty id': () => api.vendors.byExternalId.update({ path: { external_id: '' }, body: { name: 'x' } }),
    'id of dots': () => api.vendors.byExternalId.update({ path: { external_id: '..' }, body: { name: 'x' } }),
    'nothing to mirror': () => mirror(untyped()),
    'no resources': () => mirror(untyped({ ask: () => undefined, store: new MemoryStore() })),
    follow: () => first(follow(untyped())),
    listAll: () => first(listAll(untyped())),
    pages: () => first(pages(untyped())),
    delivery: () => readWebhook(untyped()),
    'parsed body': () => verifyWebhook(untyped({ ...delivery, body: {} })),
    'headers of null': () => verifyWebhook(untyped({ ...delivery, headers: null })),
    'forged bytes of another realm': () =>
      readWebhook({ ...delivery, body: runInNewContext('Uint8Array.of(123, 125)') as Uint8Array }),
    'no headers': () => verifyServiceSignature(untyped({ ...delivery, headers: undefined })),
    'empty secret': () => verifyWebhook({ ...delivery, secret: '' }),
    'empty secret among others': () => verifyServiceSignature({ ...delivery, secret: ['x', 'whsec_'] }),
    'no secrets': () => verifyWebhook({ ...delivery, secret: [] }),
  };
  const all: Record<string, string> = {};
  for (const [name, call] of Object.entries(calls)) all[name] = await said(call);
  return all;
}

const seen = {
  causes: await causes(),
  helpPages: await helpPages(),
  addresses: await addresses(),
  missing: await missing(),
};
process.stdout.write(JSON.stringify(seen));
