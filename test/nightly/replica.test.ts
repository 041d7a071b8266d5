import { Replica } from '../../src/platform/database/connection/replica/replica';
import { ExportRunner } from '../../src/integration/exports';
import { Periodic } from '../../src/platform/periodic';
import { type Service, startApp } from '../support/app';
import { exported, textOf } from '../support/exports';
import { type Pair, startPair } from '../support/servers/standby';
import { eventually } from '../support/webhooks/delivering';

/** A standby of the primary, used for reports and exports. */
describe('A replica', () => {
  let pair: Pair;
  let service: Service;

  beforeAll(async () => {
    pair = await startPair();
    const urls = {
      DATABASE_URL: pair.serviceUrl(pair.primary),
      DATABASE_REPLICA_URL: pair.serviceUrl(pair.standby),
    };
    // The books of the tests would be checked in the run's own server.
    service = await startApp({ works: true, books: false, env: { ...urls, DATABASE_REPLICA_MAX_LAG_MS: '3600000' } });
    await eventually(async () => (await lag()) < 3600);
  });
  afterAll(async () => {
    await service.stop();
    await pair.stop();
  });

  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${service.admin}/metrics`)).text();
    const line = text.split('\n').find((one) => one.startsWith(`${name} `));
    return line === undefined ? NaN : Number(line.slice(name.length + 1).replace('Inf', 'Infinity'));
  };
  const lag = (): Promise<number> => metric('db_replica_lag_seconds');
  const readFrom = async (server: string): Promise<number> =>
    (await metric(`db_replica_reads_total{server="${server}"}`)) || 0;
  const replay = (action: 'pause' | 'resume'): Promise<unknown> =>
    pair.administer(pair.standby, `SELECT pg_wal_replay_${action}()`);
  const vendor = (name: string): Promise<{ id: number }> => service.client().post('/vendors', { name }, 201);

  it('serves reports and nothing else', async () => {
    const before = await readFrom('replica');
    await vendor('Of the primary');
    const { vendors } = { vendors: await service.client().get('/vendors') };
    expect(vendors.map(({ name }: { name: string }) => name)).toEqual(['Of the primary']);
    expect(await readFrom('replica')).toBe(before);
    await service.client().get('/reports/spending?group_by=month');
    expect(await readFrom('replica')).toBeGreaterThan(before);
  });

  it('serves an export with a cursor from which the feed of changes continues without a gap', async () => {
    await replay('pause');
    try {
      await vendor('Not there yet');
      const before = await readFrom('replica');
      const done = await exported(service, { resources: ['vendors'], format: 'ndjson' });
      expect(await readFrom('replica')).toBe(before + 1);
      expect(await textOf(service, done.id as number, 'vendors')).not.toContain('Not there yet');
      await eventually(async () => {
        const changes = await service.client().get(`/changes?after=${String(done.changes_cursor)}`);
        return JSON.stringify(changes).includes('Not there yet');
      });
    } finally {
      await replay('resume');
    }
  });

  it('is not used while it lags too far behind', async () => {
    const careful = await startApp({ beside: service, env: { DATABASE_REPLICA_MAX_LAG_MS: '2000', ADMIN_PORT: '0' } });
    const spending = (): Promise<unknown> => careful.client().get('/reports/spending?group_by=month');
    const isFrom = async (server: string): Promise<boolean> => {
      const before = await readFrom(server);
      await spending();
      return (await readFrom(server)) > before;
    };
    await eventually(() => isFrom('replica'));
    await replay('pause');
    await vendor('Moves the log on');
    await eventually(() => isFrom('primary'));
    await replay('resume');
    await eventually(() => isFrom('replica'));
    await careful.stop();
  });

  it('is not needed: when it is gone, every request still succeeds', async () => {
    const unaware = await startApp({
      beside: service,
      env: { DATABASE_REPLICA_MAX_LAG_MS: '3600000', ADMIN_PORT: '0', PROCESS_ROLE: 'api' },
    });
    try {
      const answeredBy = async (one: Service): Promise<string[]> => {
        const servers = ['replica', 'primary'];
        const before = await Promise.all(servers.map(readFrom));
        await one.client().get('/reports/spending?group_by=month');
        const asked = await Promise.all(servers.map(readFrom));
        return servers.filter((_, index) => (asked[index] ?? 0) > (before[index] ?? 0));
      };
      await eventually(async () => (await answeredBy(unaware)).includes('replica'));
      // From here on this instance does not check the replica's lag.
      const replica = unaware.app.get<Replica, { look(): Promise<void> }>(Replica);
      jest.spyOn(replica, 'look').mockResolvedValue();
      await pair.standby.stop();
      // The instance that checks notices the failure before a request arrives.
      await eventually(async () => (await lag()) === Infinity);
      expect(await answeredBy(service)).toEqual(['primary']);
      const done = await exported(service, { resources: ['vendors'], format: 'ndjson' });
      expect(done).toMatchObject({ status: 'done' });
      // An export that the failure has interrupted reads the primary on the next attempt.
      await service.app.get(Periodic).stop();
      const { id } = await service.client().post('/exports', { resources: ['vendors'], format: 'ndjson' }, 202);
      const runner = unaware.app.get(ExportRunner);
      await runner.turn();
      expect(await service.client().get(`/exports/${id}`)).toMatchObject({ status: 'running' });
      await pair.administer(pair.primary, 'UPDATE exports SET due_at = now() WHERE finished_at IS NULL');
      await runner.turn();
      expect(await service.client().get(`/exports/${id}`)).toMatchObject({ status: 'done' });
      // The instance that does not check also responds, and does not try the replica a second time.
      expect(await answeredBy(unaware)).toEqual(['replica']);
      expect(await answeredBy(unaware)).toEqual(['primary']);
    } finally {
      await unaware.stop();
    }
  });
});
