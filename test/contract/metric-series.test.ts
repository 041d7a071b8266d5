import { randomUUID } from 'node:crypto';
import { METHODS } from 'node:http';
import type { TenantId } from '../../src/common/records/ids';
import type { Claim } from '../../src/integration/webhooks/delivery/claims';
import { DeliveryMetrics } from '../../src/integration/webhooks/delivery/delivery-metrics';
import { type Service, startApp } from '../support/app';
import { Metrics } from '../support/metrics';
import { openSocket, readAnswers } from '../support/raw-http';

const TENANTS = 10_000;
/** Number of unknown paths. */
const PATHS = 2_000;

/** Values that no label may have. */
const OF_A_TENANT = /[0-9a-f]{8}-[0-9a-f]{4}|\d{4,}|@|tenant-/i;

/** Prefixes of four in 25 requests. The others are outside both forms, where a response costs least. */
const PREFIXES = ['/v1', '/api/v1', '/v1/vendors', '/docs'];

/** Methods that change the use of a connection. */
const UNUSABLE = ['CONNECT', 'HEAD'];

let service: Service;
beforeAll(async () => {
  // The head of a pipelined request may wait for the answers to those before it.
  service = await startApp({ redis: false, env: { TRUSTED_PROXY_HOPS: '1', HTTP_HEADERS_TIMEOUT_MS: '60000' } });
});
afterAll(() => service.stop());

/** Requests unknown paths with all HTTP methods over one connection. */
async function askForUnknown(count: number): Promise<void> {
  const methods = METHODS.filter((method) => !UNUSABLE.includes(method));
  const lines = Array.from({ length: count }, (_, index) => {
    const prefix = PREFIXES[index % 25] ?? '';
    const head = `${methods[index % methods.length] ?? ''} ${prefix}/${randomUUID()}?tenant=${index} HTTP/1.1`;
    const last = index === count - 1 ? 'Connection: close\r\n' : '';
    const from = `2001:db8:${index.toString(16)}::1`;
    return `${head}\r\nHost: ${randomUUID()}.test\r\nX-Forwarded-For: ${from}\r\nX-Request-Id: ${randomUUID()}\r\n${last}\r\n`;
  });
  const socket = await openSocket(service.address);
  const answers = readAnswers(socket);
  socket.write(lines.join(''));
  expect((await answers).length).toBeGreaterThan(0);
}

/** Records deliveries whose receivers return every kind of status. */
function deliverFor(tenants: number): void {
  const metrics = service.app.get(DeliveryMetrics, { strict: false });
  const now = new Date(0);
  for (let index = 0; index < tenants; index += 1) {
    const claim = {
      ref: { tenantId: randomUUID() as TenantId, subscriptionId: index, deliveryId: index },
      ...{ attempt: 1 + (index % 7), roundFailures: 0, isRedelivery: false, eventAt: now },
    } as unknown as Claim;
    const status = index % 1_000;
    const outcome = status >= 200 && status < 300 ? 'SUCCESS' : `HTTP_${status}`;
    metrics.settled(
      {
        claim,
        outcome: { verdict: 'retry', failure: 'NETWORK', retryAfter: undefined },
        attempt: { outcome, statusCode: status, response: null, startedAt: now, durationMs: 1 },
      },
      now,
    );
  }
}

it(`the number of series is the same for one tenant and for ${TENANTS}`, async () => {
  // Enough requests for every method under every prefix.
  await askForUnknown(1_000);
  deliverFor(1_000);
  await service.client().get('/me');
  const before = await Metrics.of(service);

  await askForUnknown(PATHS);
  deliverFor(TENANTS);
  for (let count = 0; count < 20; count += 1) {
    const { token } = await service.newTenant();
    await service.client({ token: token.token }).get('/me');
  }

  const after = await Metrics.of(service);
  const requests = 'http_server_request_duration_seconds_count';
  expect(after.sum(requests) - before.sum(requests)).toBeGreaterThanOrEqual(PATHS);
  // The series of Node.js grow with the kinds of garbage collection.
  expect(after.seriesBesides(before).filter((series) => !series.startsWith('nodejs_'))).toEqual([]);
  const labels = [
    'http_route',
    'http_request_method',
    'form',
    'plan',
    'window',
    'outcome',
    'work',
    'state',
    'lane',
    'cause',
  ];
  for (const label of labels) expect(after.valuesOf(label).filter((value) => OF_A_TENANT.test(value))).toEqual([]);
  expect(after.valuesOf('http_request_method')).toContain('_OTHER');
  expect(after.valuesOf('http_route')).toContain('unmatched');
});
