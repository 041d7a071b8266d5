import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceProcess } from '../chaos/support/service-process';
import { type Service, startApp } from '../support/app';
import { ask } from '../support/asking';
import { Metrics } from '../support/metrics';
import { processBeside } from '../support/process-beside';
import { program } from '../support/programs/program';
import { aVendor } from '../support/purchase-orders';
import { until } from '../support/until';

const REQUESTS = 'http_server_request_duration_seconds_count';

describe('Metrics of an instance with two processes', () => {
  let beside: Service;
  let instance: ServiceProcess;

  beforeAll(async () => {
    beside = await startApp({ env: { PROCESS_ROLE: 'api' } });
    await aVendor(beside.client());
    instance = await processBeside(beside, { WEB_CONCURRENCY: '2', DATABASE_POOL_SIZE: '8' });
  });
  afterAll(async () => {
    await instance.stop();
    await beside.stop();
  });

  /** A busy machine may start the second process later, or not collect both in time. */
  const metrics = async (): Promise<Metrics> => {
    let both = new Metrics('');
    await until(async () => (both = await Metrics.of(instance)).sum('db_client_connection_max') === 8);
    return both;
  };

  it('add up the requests of both processes, and count shared figures once', async () => {
    const token = beside.tenant.token.token;
    for (let count = 0; count < 10; count += 1) {
      await Promise.all([
        ask(instance.address, 'GET', '/v1/me', { token }),
        ask(instance.address, 'GET', '/v1/vendors/999999999', { token }),
        ask(instance.address, 'GET', '/nowhere'),
      ]);
    }
    const counted = async (labels: Readonly<Record<string, string>>): Promise<number> =>
      (await metrics()).sum(REQUESTS, labels);
    await until(async () => (await counted({})) >= 30);
    expect(await counted({ http_route: '/v1/me', http_response_status_code: '200' })).toBe(10);
    expect(await counted({ http_route: '/v1/vendors/:id', http_response_status_code: '404' })).toBe(10);
    expect(await counted({ http_route: 'unmatched', http_response_status_code: '404', form: 'none' })).toBe(10);
    const all = await metrics();
    expect(all.sum('service_processes')).toBe(2);
    expect(all.sum('service_build_info')).toBe(1);
    expect(all.sum('periodic_work_interval_seconds', { work: 'Due webhook deliveries' })).toBe(5);
  });

  it('are exactly those that docs/metrics.md lists', async () => {
    const page = readFileSync(join(__dirname, '../../docs/metrics.md'), 'utf8');
    const listed = [...page.matchAll(/^\| `(\w+)` +\| (counter|gauge|histogram)/gm)].map(
      ([, name, type]) => `${name} ${type}`,
    );
    const { text } = await metrics();
    const served = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => `${name} ${type}`);
    const ours = served.filter((name) => !/^(process|nodejs)_/.test(name));
    expect(ours.sort()).toEqual(listed.sort());
  });

  it("pass promtool's check", async () => {
    const { text } = await metrics();
    const checked = spawnSync(program('promtool'), ['check', 'metrics'], { input: text, encoding: 'utf8' });
    expect([checked.stderr, checked.status]).toEqual(['', 0]);
  });
});
