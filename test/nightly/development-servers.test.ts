import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { withClient } from '../../tools/servers/databases';
import { type PostgresServer, startPostgres } from '../../tools/servers/postgres';
import { endProcess, isAlive } from '../../tools/servers/processes';
import { findRedisProgram, startRedis } from '../../tools/servers/redis';
import { makeOwnFolder, temporaryFolder } from '../../tools/servers/unprivileged';
import { hireCustodian } from '../support/servers/custodian';

/** The servers of `npm start` when it is killed, started twice, or started after a crash. */
describe('The embedded servers', () => {
  const password = 'a password / with "signs" & ünïcode';
  const folders: string[] = [];
  const stops: (() => Promise<void>)[] = [];

  function place(): string {
    const folder = mkdtempSync(join(temporaryFolder(), 'procurement test '));
    makeOwnFolder(folder);
    folders.push(folder);
    return folder;
  }

  async function postgres(folder: string): Promise<PostgresServer> {
    const server = await startPostgres({ folder, password, settings: { fsync: 'off' }, initdbFlags: ['--no-sync'] });
    stops.push(() => server.stop());
    return server;
  }

  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  const write = (server: PostgresServer, text: string): Promise<unknown> =>
    withClient(server.url('postgres'), async (client) => {
      await client.query('CREATE TABLE IF NOT EXISTS kept (text text)');
      await client.query('INSERT INTO kept VALUES ($1)', [text]);
    });
  const readAll = (server: PostgresServer): Promise<string[]> =>
    withClient(server.url('postgres'), async (client) => {
      const { rows } = await client.query<{ text: string }>('SELECT text FROM kept');
      return rows.map(({ text }) => text);
    });

  it('retain the data of PostgreSQL between a stop and the next start', async () => {
    const folder = place();
    const first = await postgres(folder);
    await write(first, 'مورد');
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);
    expect(await readAll(await postgres(folder))).toEqual(['مورد']);
  });

  it('reuse a PostgreSQL that a killed start left running', async () => {
    const folder = place();
    const left = await postgres(folder);
    const found = await postgres(folder);
    expect(found).toMatchObject({ pid: left.pid, port: left.port, takenUp: true });
    await found.stop();
    expect(isAlive(left.pid)).toBe(false);
  });

  it('recover a killed PostgreSQL whose process id belongs to another process now', async () => {
    const folder = place();
    const killed = await postgres(folder);
    await write(killed, 'survives');
    const pidFile = join(folder, 'data', 'postmaster.pid');
    const remains = readFileSync(pidFile, 'utf8').split('\n');
    await endProcess(killed.pid, ['SIGKILL']);
    writeFileSync(pidFile, [String(process.pid), ...remains.slice(1)].join('\n'));

    const server = await postgres(folder);
    expect(server.takenUp).toBe(false);
    expect(await readAll(server)).toEqual(['survives']);
  });

  it('run side by side without conflict', async () => {
    const [one, other] = await Promise.all([postgres(place()), postgres(place())]);
    await write(one, 'mine');
    expect(one.port).not.toBe(other.port);
    await expect(readAll(other)).rejects.toThrow(/does not exist/);
  });

  it('reject PostgreSQL connections without the password', async () => {
    const server = await postgres(place());
    const address = new URL(server.url('postgres'));
    address.password = 'guess';
    await expect(withClient(address.href, () => Promise.resolve())).rejects.toThrow(/password authentication failed/);
  });

  it('retain the data of Redis, and reuse a Redis that was left running', async () => {
    const program = findRedisProgram(process.env['PATH'] ?? '');
    if (program === undefined) throw new Error('The global setup makes sure of a Redis');
    const options = { folder: join(place(), 'redis'), password: 'secret', keepsData: true };
    const first = await startRedis(program, options);
    const client = new Redis(first.url());
    await client.set('job', 'waiting');
    client.disconnect();

    const second = await startRedis(program, options);
    expect(second).toMatchObject({ pid: first.pid, takenUp: true });
    await second.stop();

    const third = await startRedis(program, options);
    stops.push(() => third.stop());
    const again = new Redis(third.url());
    expect(await again.get('job')).toBe('waiting');
    again.disconnect();
    expect(third.takenUp).toBe(false);
  });

  it('end, and their folder is removed, when a test run closes the pipe to its custodian', async () => {
    const folder = place();
    const custodian = hireCustodian();
    custodian.entrust({ duty: 'folder', folder });
    const server = await postgres(folder);
    await custodian.dismiss();
    expect(isAlive(server.pid)).toBe(false);
    expect(() => readFileSync(join(folder, 'postgres.log'))).toThrow(/ENOENT/);
    folders.pop();
  });
});
