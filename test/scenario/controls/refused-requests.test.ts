import { RequestLogService } from '../../../src/history/audit/watched/request-log.service';
import { UnitOfWork } from '../../../src/platform/database';
import { type Service, startApp, storyClock } from '../../support/app';
import { awaitedLater } from '../../support/awaited-later';
import type { Client, Loose } from '../../support/client';
import { halfSent } from '../../support/half-sent';
import { aSubmitted, aVendor, asOwner, colleague, settings } from '../../support/purchase-orders';
import { until } from '../../support/until';
import { ONE_FORM } from '../../support/sampled';

describe.each(ONE_FORM)('Rejected requests and downloads of data, through Form %s', (form) => {
  const clock = storyClock();
  let service: Service;
  let admin: Client;

  beforeAll(async () => {
    service = await startApp({ clock });
    admin = service.client({ form });
  });
  afterAll(() => service.stop());

  const flush = async (of: Service = service): Promise<void> => {
    clock.advance(60_000);
    await of.app.get(RequestLogService).flush(clock.now());
  };
  const entries = async (query: object): Promise<Loose[]> =>
    (await admin.call('GET', '/audit-log', 200, undefined, { query: { per_page: 100, order: 'asc', ...query } })).body
      .data;
  const tokenIdOf = async (name: string): Promise<number> =>
    Number(
      (await asOwner<{ id: string }>(service, 'SELECT max(id) AS id FROM api_tokens WHERE name = $1', [name]))[0]?.id,
    );

  it('of the same kind leave one counted entry with user, token, route and reason', async () => {
    const reader = service.client({ form, token: await service.mint(['read']) });
    const tokenId = await tokenIdOf('read');
    for (let attempt = 0; attempt < 5; attempt++) await reader.post('/vendors', { name: 'Own company' }, 403);
    await reader.put('/settings', { language: 'ar' }, 403);
    expect(await entries({ action: 'refused' })).toEqual([]);
    await flush();
    const refused = await entries({ action: 'refused', token_id: tokenId });
    expect(refused.map(({ details }) => [details.route, details.code, details.count])).toEqual([
      ['POST /vendors', 'FORBIDDEN_ABILITY', 5],
      ['PUT /settings', 'FORBIDDEN_ABILITY', 1],
    ]);
    expect(refused[0]).toMatchObject({
      user: { name: 'Olivia Owner' },
      entity_type: 'request',
      entity_id: null,
      changes: null,
      details: { first_at: expect.any(String) as string, last_at: expect.any(String) as string },
    });
    await flush();
    expect(await entries({ action: 'refused', token_id: tokenId })).toHaveLength(2);
  });

  it('include approvals of own orders and of orders assigned to others', async () => {
    await settings(service, { prevent_self_approval: true });
    const { id: vendorId } = await aVendor(admin);
    const order = await aSubmitted(admin, vendorId);
    await admin.post(`/purchase-orders/${order.id}/approve`, {}, 403);
    const outsider = await colleague(service, 'requester');
    await outsider.client.through(form).post(`/purchase-orders/${order.id}/approve`, {}, 403);
    await flush();
    const refused = await entries({ action: 'refused' });
    const route = 'POST /purchase-orders/{id}/approve';
    expect(refused.map(({ user, details }) => [user.name, details.route, details.code])).toEqual(
      expect.arrayContaining([
        ['Olivia Owner', route, 'SELF_APPROVAL_FORBIDDEN'],
        [outsider.name, route, 'NOT_CURRENT_APPROVER'],
      ]),
    );
  });

  it('cannot fill the audit log, however many routes a client tries', async () => {
    const token = await service.mint(['delete']);
    const prober = service.client({ form, token });
    const tokenId = await tokenIdOf('delete');
    const paths = ['vendors', 'purchase-orders', 'invoices', 'budgets', 'departments', 'projects', 'users', 'webhooks'];
    for (const path of paths) {
      await prober.get(`/${path}`, 403);
      await prober.get(`/${path}/1`, 403);
      await prober.put(`/${path}/1`, {}, 403);
    }
    await flush();
    const refused = await entries({ action: 'refused', token_id: tokenId });
    expect(refused).toHaveLength(21);
    expect(refused.at(-1)?.details).toMatchObject({ route: '*', code: '*', count: 4 });
  });

  it('leave an entry for each kind of downloaded file', async () => {
    const takeAs = async (path: string, accept: string): Promise<void> => {
      const reply = await fetch(`${service.address}${form === 'a' ? '/v1' : '/api/v1'}${path}`, {
        headers: { authorization: `Bearer ${service.tenant.token.token}`, accept },
      });
      expect(reply.status).toBe(200);
      await reply.text();
    };
    await takeAs('/reports/po-status?from_date=2026-01-01&to_date=2026-03-31', 'text/csv');
    await takeAs('/audit-log', 'application/x-ndjson');
    await takeAs('/audit-log', 'text/csv');
    await admin.get('/audit-log');
    await flush();
    const taken = (await entries({ action: 'exported' })).map(({ details }) => [
      details.route,
      details.media_type,
      details.count,
    ]);
    expect(taken).toEqual([
      ['GET /reports/po-status', 'text/csv', 1],
      ['GET /audit-log', 'application/x-ndjson', 1],
      ['GET /audit-log', 'text/csv', 1],
    ]);
  });

  it('are stored later if the database was unavailable at the end of the minute', async () => {
    const reader = service.client({ form, token: await service.mint(['read', 'approve']) });
    const tokenId = await tokenIdOf('read+approve');
    await reader.post('/projects', { name: 'X', code: 'X' }, 403);
    clock.advance(60_000);
    const away = jest.spyOn(service.app.get(UnitOfWork), 'run').mockRejectedValue(new Error('The database is away'));
    await expect(service.app.get(RequestLogService).flush(clock.now())).rejects.toThrow('The database is away');
    // Still unavailable for writes, because the service tries again every 20 s.
    expect(await entries({ action: 'refused', token_id: tokenId })).toEqual([]);
    away.mockRestore();
    await flush();
    expect(await entries({ action: 'refused', token_id: tokenId })).toMatchObject([
      { details: { route: 'POST /projects', count: 1 } },
    ]);
  });

  it('are stored even if the process stops within the minute', async () => {
    const other = await startApp({ clock, beside: service });
    const reader = other.client({ form, token: await service.mint(['read', 'delete']) });
    const tokenId = await tokenIdOf('read+delete');
    await reader.post('/projects', { name: 'X', code: 'X' }, 403);
    await other.stop();
    expect(await entries({ action: 'refused', token_id: tokenId })).toMatchObject([
      { details: { route: 'POST /projects' } },
    ]);
  });

  it('are stored even if they are rejected while the process stops', async () => {
    const order = await aSubmitted(admin, (await aVendor(admin)).id);
    const outsider = await colleague(service, 'requester');
    const other = await startApp({ clock, beside: service });
    const token = await service.mint(['approve'], outsider.email);
    const path = `${form === 'a' ? '/v1' : '/api/v1'}/purchase-orders/${order.id}/reject`;
    const half = await halfSent(other, path, token, { reason: 'no' });
    const stopped = awaitedLater(other.stop());
    await until(() => !other.app.getHttpServer().listening);
    expect(await half.finish()).toMatchObject({ status: 403, body: { error: { code: 'NOT_CURRENT_APPROVER' } } });
    await stopped;
    const refused = await entries({ action: 'refused', user_id: outsider.id });
    expect(refused.map(({ details }) => [details.route, details.count])).toEqual([
      ['POST /purchase-orders/{id}/reject', 1],
    ]);
  });
});
