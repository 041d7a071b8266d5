import { randomUUID } from 'node:crypto';
import { PdfRenderer } from '../../src/platform/pdf';
import { TenantTurns } from '../../src/platform/http/turns/turns.interceptor';
import { type Service, startApp } from '../support/app';
import { awaitedLater } from '../support/awaited-later';
import { aDraft, aVendor } from '../support/purchase-orders';
import { eventually } from '../support/webhooks/delivering';

type Line = Readonly<Record<string, unknown>>;

describe('a client that disconnects before its response', () => {
  let service: Service;
  let order: number;
  const written: string[] = [];

  beforeAll(async () => {
    service = await startApp({ redis: false, env: { LOG_LEVEL: 'debug' } });
    order = (await aDraft(service.client(), (await aVendor(service.client())).id)).id;
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    written.length = 0;
    jest.spyOn(process.stderr, 'write').mockImplementation((chunk: string | Uint8Array) => {
      written.push(String(chunk));
      return true;
    });
  });
  afterEach(() => jest.restoreAllMocks());

  const lines = (): Line[] =>
    written
      .join('')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line);

  /** Disconnects a client as soon as its request waits. Returns the log lines of the request. */
  async function goneWhile(isWaiting: () => boolean, path: string): Promise<Line[]> {
    const id = randomUUID();
    const client = new AbortController();
    const asked = awaitedLater(
      fetch(`${service.address}${path}`, {
        headers: { authorization: `Bearer ${service.tenant.token.token}`, 'x-request-id': id },
        signal: client.signal,
      }),
    );
    await eventually(() => Promise.resolve(isWaiting()));
    client.abort();
    await expect(asked).rejects.toThrow();
    const ofRequest = (): Line[] => lines().filter((line) => JSON.stringify(line).includes(id));
    const has = (isOfKind: (line: Line) => boolean): boolean => ofRequest().some(isOfKind);
    // One line for the request, one for the reason of its failure.
    await eventually(() => Promise.resolve(has((line) => 'status' in line) && has((line) => !('status' in line))));
    return ofRequest();
  }

  function expectQuiet(logged: readonly Line[]): void {
    expect(logged.map(({ level }) => level).sort()).toEqual(['debug', 'info']);
    expect(logged.find((line) => 'status' in line)).toMatchObject({ level: 'info', status: 499, aborted: true });
    expect(written.join('')).not.toContain('"stack"');
    expect(written.join('')).not.toContain('"level":"error"');
  }

  it.each([
    ['a report', 'reports', '/v1/reports/spending'],
    ['a report', 'reports', '/api/v1/reports/spending'],
    ['a search', 'searches', '/v1/vendors?search=steel'],
    ['a search', 'searches', '/api/v1/vendors?search=steel'],
  ] as const)('logs no error: %s (%s, %s)', async (_what, kind, path) => {
    const turns = service.app.get(TenantTurns);
    // These use all places of the tenant, so the request waits.
    const others = new AbortController();
    const places = Promise.allSettled(
      Array.from({ length: 50 }, () => turns.enter(kind, service.tenant.tenant.id, others.signal)),
    );
    const enter = jest.spyOn(turns, 'enter');
    expectQuiet(await goneWhile(() => enter.mock.calls.length === 1, path));
    others.abort();
    for (const place of await places) if (place.status === 'fulfilled') place.value();
  });

  it.each(['/v1', '/api/v1'])('logs no error: a PDF under %s', async (prefix) => {
    // The browser never starts.
    const browser = jest
      .spyOn(service.app.get(PdfRenderer, { strict: false })['browser'], 'get')
      .mockReturnValue(new Promise(() => undefined));
    expectQuiet(await goneWhile(() => browser.mock.calls.length === 1, `${prefix}/purchase-orders/${order}/pdf`));
  });
});
