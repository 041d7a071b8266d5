import type { Leave } from '../../src/common/async/fair-queue';
import { TenantTurns } from '../../src/platform/http/turns/turns.interceptor';
import { PdfRenderer } from '../../src/platform/pdf';
import type { ProvisionedTenant } from '../../src/operations/provisioning';
import { type Service, startApp } from '../support/app';
import { awaitedLater } from '../support/awaited-later';
import type { Client, Reply } from '../support/client';
import { download } from '../support/documents/upload';
import { aDraft, aVendor, PAPER } from '../support/purchase-orders';
import { eventually } from '../support/webhooks/delivering';

const never = new AbortController().signal;

describe('fair turns among tenants', () => {
  let service: Service;
  let other: ProvisionedTenant;
  /** One tenant with too many requests, one with few. */
  let busy: Client;
  let quiet: Client;
  let turns: TenantTurns;

  beforeAll(async () => {
    service = await startApp({ redis: false, env: { PATH: process.env.PATH ?? '' } });
    other = await service.newTenant();
    busy = service.client();
    quiet = service.client({ token: other.token.token });
    turns = service.app.get(TenantTurns);
  });
  afterAll(() => service.stop());
  afterEach(() => jest.restoreAllMocks());

  const REPORTS = ['spending', 'vendor-performance', 'po-status', 'invoice-matching'];
  const LISTS = ['vendors', 'purchase-orders', 'invoices', 'users', 'goods-receipts', 'projects', 'webhooks'];

  describe.each([
    ['reports', REPORTS.map((report) => `/reports/${report}`), { accept: 'application/json' }],
    ['reports', REPORTS.map((report) => `/reports/${report}`), { accept: 'text/csv' }],
    ['searches', LISTS.map((list) => `/${list}?search=steel`), { accept: 'application/json' }],
    ['searches', ['/purchase-orders?search=steel'], { accept: 'text/csv' }],
  ] as const)('for %s', (kind, paths, headers) => {
    const ask = (client: Client, path: string): Promise<Reply> => client.raw('GET', path, undefined, { headers });
    /** Takes every place of the busy tenant. */
    async function occupy(): Promise<Leave[]> {
      const taken: Leave[] = [];
      for (;;) {
        const gone = new AbortController();
        const place = turns.enter(kind, service.tenant.tenant.id, gone.signal);
        const leave = await Promise.race([
          place,
          new Promise<undefined>((resolve) => setImmediate(() => resolve(undefined))),
        ]);
        if (leave) {
          taken.push(leave);
          continue;
        }
        gone.abort(new Error('it would have to wait'));
        await expect(place).rejects.toThrow('it would have to wait');
        return taken;
      }
    }

    it.each(paths)(
      `start another tenant’s %s (${headers.accept}) at once and the busy tenant’s when a place is free`,
      async (path) => {
        const taken = await occupy();
        expect(taken.length).toBeGreaterThan(0);
        const enter = jest.spyOn(turns, 'enter');
        let isAnswered = false;
        const waiting = awaitedLater(ask(busy, path).finally(() => (isAnswered = true)));
        await eventually(() => Promise.resolve(enter.mock.calls.length === 1));
        expect((await ask(quiet, path)).status).toBe(200);
        expect(isAnswered).toBe(false);
        for (const leave of taken) leave();
        expect((await waiting).status).toBe(200);
        // Every request has released its place.
        const free = await occupy();
        expect(free).toHaveLength(taken.length);
        for (const leave of free) leave();
      },
    );

    it(`return 503 only to the busy tenant when too many of its requests wait (${headers.accept})`, async () => {
      const taken = await occupy();
      const gone = new AbortController();
      const waiting = awaitedLater(
        Array.from({ length: 100 }, () => turns.enter(kind, service.tenant.tenant.id, gone.signal)),
      );
      const refused = await ask(busy, paths[0]);
      expect([refused.status, refused.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await ask(quiet, paths[0])).status).toBe(200);
      gone.abort(new Error('gone'));
      expect((await Promise.allSettled(waiting)).every(({ status }) => status === 'rejected')).toBe(true);
      for (const leave of taken) leave();
    });
  });

  it('are not needed for a list without a search', async () => {
    const enter = jest.spyOn(turns, 'enter');
    await busy.get('/vendors');
    await busy.get('/vendors?search=');
    expect(enter).not.toHaveBeenCalled();
  });

  it('end when the client disconnects, without a computation', async () => {
    const leave = await turns.enter('reports', service.tenant.tenant.id, never);
    const enter = jest.spyOn(turns, 'enter');
    const client = new AbortController();
    const asked = awaitedLater(
      fetch(`${service.address}/v1/reports/spending`, {
        headers: { authorization: `Bearer ${service.tenant.token.token}` },
        signal: client.signal,
      }),
    );
    await eventually(() => Promise.resolve(enter.mock.results.length === 1));
    client.abort();
    await expect(asked).rejects.toThrow();
    await expect(enter.mock.results[0]?.value).rejects.toThrow('The client went away');
    leave();
  });

  it('print another tenant’s PDF during a burst, not after it', async () => {
    const printOf = async (client: Client, lines: number): Promise<string> => {
      const items = Array.from({ length: lines }, () => PAPER);
      return `/v1/purchase-orders/${(await aDraft(client, (await aVendor(client)).id, { items })).id}/pdf`;
    };
    const [mine, theirs] = [await printOf(busy, 400), await printOf(quiet, 1)];
    expect((await download(service, theirs, other.token.token)).status).toBe(200); // warms up the browser
    let printed = 0;
    /** Documents of the burst printed while the other tenant's waited or was printed. */
    let meanwhile: number | undefined;
    const renderer = service.app.get(PdfRenderer, { strict: false });
    const render = renderer.render.bind(renderer);
    jest.spyOn(renderer, 'render').mockImplementation(async (...document) => {
      const before = printed;
      const pdf = await render(...document);
      if (document[1].tenantId === other.tenant.id) meanwhile = printed - before;
      else printed += 1;
      return pdf;
    });
    const burst = Array.from({ length: 12 }, async () => (await download(service, mine)).status);
    await Promise.race(burst);
    expect((await download(service, theirs, other.token.token)).status).toBe(200);
    // Both tenants print in parallel. In order of arrival, the whole burst would be printed first.
    expect(meanwhile).toBeLessThan(6);
    expect(await Promise.all(burst)).toEqual(Array(12).fill(200));
  });
});
