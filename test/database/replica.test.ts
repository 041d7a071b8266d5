import { type Service, startApp } from '../support/app';
import { exported, textOf } from '../support/exports';
import { type Pair, startPair } from '../support/servers/standby';
import { eventually } from '../support/webhooks/delivering';

/** A server that follows the primary, asked for reports and exports. */
describe('a replica', () => {
  let pair: Pair;
  let service: Service;

  beforeAll(async () => {
    pair = await startPair();
    const urls = {
      DATABASE_URL: pair.serviceUrl(pair.primary),
      DATABASE_REPLICA_URL: pair.serviceUrl(pair.standby),
    };
    // The books of the tests would be looked for in the run's own server.
    service = await startApp({ books: false, env: { ...urls, DATABASE_REPLICA_MAX_LAG_MS: '3600000' } });
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

  it('answers reports, and nothing else', async () => {
    const before = await readFrom('replica');
    await vendor('Of the primary');
    const { vendors } = { vendors: await service.client().get('/vendors') };
    expect(vendors.map(({ name }: { name: string }) => name)).toEqual(['Of the primary']);
    expect(await readFrom('replica')).toBe(before);
    await service.client().get('/reports/spending?group_by=month');
    expect(await readFrom('replica')).toBeGreaterThan(before);
  });

  it('gives an export the cursor from which the feed of changes goes on without a gap', async () => {
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

  it('that is too far behind is not asked, until it has caught up', async () => {
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

  it('that is gone is done without, from the first request on', async () => {
    await pair.standby.stop();
    const before = await readFrom('primary');
    await service.client().get('/reports/spending?group_by=month');
    await eventually(async () => (await lag()) === Infinity);
    await service.client().get('/reports/spending?group_by=month');
    expect(await readFrom('primary')).toBeGreaterThan(before);
    const done = await exported(service, { resources: ['vendors'], format: 'ndjson' });
    expect(done).toMatchObject({ status: 'done' });
  });
});
