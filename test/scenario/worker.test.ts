import type { ServiceProcess } from '../chaos/support/service-process';
import { freePort } from '../../tools/servers/ports';
import { type Service, startApp } from '../support/app';
import { ask } from '../support/asking';
import { processBeside } from '../support/process-beside';
import { until } from '../support/until';

/** One process of its own; `npm run test:whole` stops all roles, in every way. */
describe('A worker', () => {
  let beside: Service;
  let worker: ServiceProcess;
  beforeAll(async () => {
    beside = await startApp({ env: { PROCESS_ROLE: 'api' } });
    // Another process could take a free port that the worker does not use. Nothing else listens on port 1.
    worker = await processBeside(beside, { PROCESS_ROLE: 'worker' }, async () => [1, await freePort()]);
  });
  afterAll(async () => {
    await worker.stop();
    await beside.stop();
  });

  it('serves health and metrics on its own port', async () => {
    const ready = () => ask(worker.admin, 'GET', '/health/ready');
    let answer = await ready();
    // The database is `busy` while the jobs of the start wait for connections.
    await until(
      async () => (answer = await ready()).body.checks.database !== 'busy',
      () => answer,
    );
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'ok', checks: { database: 'ok', webhooks: 'ok', process: 'ok' } },
    });
    expect((await ask(worker.admin, 'GET', '/metrics')).body).toContain('webhook_queue_depth');
  });

  it.each(['/v1/me', '/api/v1/me', '/docs', '/openapi/form-a.json'])('does not serve %s', async (path) => {
    expect((await ask(worker.admin, 'GET', path)).status).toBe(404);
    await expect(ask(worker.address, 'GET', path)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('exits with code 0 on SIGTERM', async () => {
    worker.signal('SIGTERM');
    expect(await worker.ended()).toBe(0);
  });
});
