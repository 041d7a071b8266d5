import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '../../tools/servers/databases';
import { freePort } from '../../tools/servers/ports';
import { faults, soundInstallation } from '../support/doctor';
import { addressOf } from '../support/servers/database';
import { currentRun } from '../support/servers/run';
import { type Pair, startPair } from '../support/servers/standby';

const { adminUrl } = currentRun();

const folder = mkdtempSync(join(tmpdir(), 'procurement-doctor-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('The doctor with a replica and an archive', () => {
  let pair: Pair;
  let sound: Record<string, string>;

  beforeAll(async () => {
    pair = await startPair({ archive_mode: 'on' });
    sound = await soundInstallation(pair.serviceUrl(pair.primary), folder);
  });
  afterAll(() => pair.stop());

  const replicaAt = (url: string) => faults({ ...sound, DATABASE_REPLICA_URL: url });
  const elsewhere = (port: number): string => pair.serviceUrl(pair.standby).replace(/:\d+\//, `:${port}/`);

  it('accepts a standby', async () => expect(await replicaAt(pair.serviceUrl(pair.standby))).toEqual([]));

  it.each([
    ['is away', async () => elsewhere(await freePort()), /cannot be used.*refuses the connection/],
    ['is the primary', () => pair.serviceUrl(pair.primary), /names a server that is no/],
    ['is another database of the standby', () => pair.standby.url('postgres'), /cannot be used|another database/],
    ['is another system', () => addressOf(adminUrl, 'postgres'), /another database/],
  ])('warns of a replica that %s', async (_what, url, said) =>
    expect(await replicaAt(await url())).toEqual([
      { check: 'replica', state: 'warning', said: expect.stringMatching(said), todo: expect.any(String) },
    ]),
  );

  it('warns of WAL that cannot be archived', async () => {
    const [administer, server] = [pair.administer, pair.primary];
    await administer(server, `ALTER SYSTEM SET archive_command = 'false'`);
    await administer(server, 'SELECT pg_reload_conf()');
    // PostgreSQL does not switch a segment without writes.
    await administer(server, 'CREATE TABLE written (id int)');
    await administer(server, 'SELECT pg_switch_wal()');
    await withClient(server.url('procurement'), async (client) => {
      const failed = async (): Promise<boolean> =>
        ((await client.query('SELECT FROM pg_stat_archiver WHERE last_failed_time IS NOT NULL')).rowCount ?? 0) > 0;
      for (let turn = 0; turn < 300 && !(await failed()); turn += 1) await pause(200);
    });
    expect(await faults(sound)).toEqual([
      {
        ...{ check: 'database', state: 'warning' },
        said: expect.stringMatching(/cannot archive its write-ahead log: [0-9A-F]{24} failed/),
        todo: expect.stringContaining('archive_command'),
      },
    ]);
  });
});
