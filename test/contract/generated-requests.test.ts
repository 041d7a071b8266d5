import * as fc from 'fast-check';
import { type Service, startApp, storyClock } from '../support/app';
import type { Client, Reply } from '../support/client';
import { documentOf } from '../support/documented';
import { generatedRequests, type GeneratedRequest } from '../support/random-requests/requests';
import { IS_WHOLE } from '../support/sampled';
import { oneOfEach } from '../support/whole-tenant';

/** Number of requests per form; `npm run test:generated` sends ten thousand. */
const REQUESTS = Number(process.env['GENERATED_REQUESTS'] ?? (IS_WHOLE ? 600 : 400));
/** Seed of the generated requests. A failure prints it. */
const SEED = Number(process.env['GENERATED_SEED'] ?? 20261123);
/** Requests per tenant. Earlier requests may change a tenant so that few later ones succeed. */
const REQUESTS_OF_A_TENANT = 200;

describe.each(['a', 'b'] as const)('requests generated from the document of Form %s', (form) => {
  let service: Service;
  const clock = storyClock();
  const document = documentOf(form);

  beforeAll(async () => {
    service = await startApp({ clock, books: false, env: { PROCESS_ROLE: 'api' } });
  });
  afterAll(async () => service.stop());

  it(`never get a 5xx or an undocumented response (seed ${String(SEED)})`, async () => {
    const faults: string[] = [];
    const statuses = new Map<number, number>();
    for (let sent = 0; sent < REQUESTS; sent += REQUESTS_OF_A_TENANT) {
      const { token } = (await service.newTenant()).token;
      const ids = await oneOfEach(service.client({ token }));
      const arbitrary = generatedRequests(document, ids);
      const numRuns = Math.min(REQUESTS_OF_A_TENANT, REQUESTS - sent);
      for (const request of fc.sample(arbitrary, { seed: SEED + sent, numRuns })) {
        // Stays below the rate limits of the plan and of the address.
        clock.advance(2_000);
        const outcome = await answerTo(service.client({ form, token }), request);
        if (typeof outcome === 'string') faults.push(outcome);
        else statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
      }
    }
    expect(faults.slice(0, 20)).toEqual([]);
    // Otherwise no generated request would pass the first validation.
    for (const status of [200, 201, 400, 401, 404, 422]) expect([...statuses.keys()]).toContain(status);
  });
});

/** Returns the status of the response, or its fault. */
async function answerTo(client: Client, request: GeneratedRequest): Promise<number | string> {
  const { method, path, headers, bytes } = request;
  let reply: Reply;
  try {
    reply = await client.raw(method, path, bytes, { headers });
  } catch (error) {
    return `${said(request)}: ${String(error).slice(0, 1_500)}`;
  }
  if (reply.status >= 500) return `${said(request)}: ${String(reply.status)} ${reply.text}`;
  const missing = ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'].filter(
    (name) => reply.headers.get(name) === null,
  );
  if (missing.length > 0) return `${said(request)}: ${String(reply.status)} without ${missing.join(', ')}`;
  return reply.status;
}

const said = ({ method, path, headers, bytes }: GeneratedRequest): string =>
  `${method} ${path} ${JSON.stringify(headers)} ${String(bytes)}`.slice(0, 600);
