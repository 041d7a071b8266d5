import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { Client } from 'pg';
import { type Login, withClient } from '../../../src/dev/servers/databases';
import { freePort } from '../../../src/dev/servers/ports';
import { waitUntil } from '../../../src/dev/servers/processes';
import { isRoot, makeOwnFolder, serverAccount, temporaryFolder } from '../../../src/dev/servers/unprivileged';
import { program } from '../../support/programs/program';
import { PgBackRest } from './drill/pgbackrest';

const SCRIPTS = join(__dirname, '../../../deploy/backup');
const PASSWORD = 'drill';

/** Debian's PostgreSQL on the loopback address, archiving as deploy/backup/archiving.conf says; it ends with the test. */
export class DebianPostgres {
  readonly folder = mkdtempSync(join(temporaryFolder(), 'procurement-recovery-'));
  readonly data = join(this.folder, 'data');
  readonly archive = join(this.folder, 'wal');
  readonly backups = join(this.folder, 'backups');
  private readonly account = serverAccount();
  private readonly programs = dirname(program('initdb'));
  private readonly scripts = join(this.folder, 'scripts');
  private pgBackRest: PgBackRest | undefined;
  private pid = 0;
  private port = 0;

  private constructor(private readonly settings: readonly string[]) {}

  /**
   * @param archiveTimeout seconds, after which a segment is archived that is not full; as in the file when left out
   * @param withPgBackRest whether pgBackRest keeps it, and not the scripts
   * @param inHaste whether nothing waits for the disk: the kill of a process loses nothing by that
   */
  static async create(
    archiveTimeout: number | undefined,
    { inHaste, withPgBackRest }: { readonly inHaste: boolean; readonly withPgBackRest: boolean },
  ): Promise<DebianPostgres> {
    const server = new DebianPostgres(inHaste ? ['fsync=off'] : []);
    makeOwnFolder(server.folder);
    // The checkout may lie where only its owner can enter.
    cpSync(SCRIPTS, server.scripts, { recursive: true });
    chmodSync(server.scripts, 0o755);
    if (withPgBackRest) server.pgBackRest = new PgBackRest(server.folder, server.data, SCRIPTS, server.account);
    for (const folder of [server.data, server.archive]) {
      mkdirSync(folder, { mode: 0o700 });
      server.own(folder);
    }
    const passwordFile = join(server.folder, 'password');
    writeFileSync(passwordFile, PASSWORD);
    server.own(passwordFile);
    execFileSync(
      join(server.programs, 'initdb'),
      [
        '--username=postgres',
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C.UTF-8',
        `--pwfile=${passwordFile}`,
        server.data,
      ],
      { ...server.account, cwd: '/', stdio: 'pipe' },
    );
    const archiving = readFileSync(join(SCRIPTS, 'archiving.conf'), 'utf8')
      .replace('/opt/procurement/backup', server.scripts)
      .replace('/backup/wal', server.archive)
      .replace(/archive_timeout = \d+/, (text) =>
        archiveTimeout === undefined ? text : `archive_timeout = ${archiveTimeout}`,
      );
    const command = server.pgBackRest ? `\narchive_command = '${server.pgBackRest.archiveCommand}'\n` : '';
    writeFileSync(join(server.data, 'postgresql.auto.conf'), archiving + command);
    await server.start();
    return server;
  }

  /** Starts it and waits until it takes writes: until it has recovered, where there is something to recover. */
  async start(): Promise<void> {
    this.port = await freePort();
    const log = openSync(join(this.folder, 'postgres.log'), 'a');
    const settings = [
      `port=${this.port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${this.pgBackRest?.socket ?? ''}`,
      'max_connections=200',
      'dynamic_shared_memory_type=mmap',
      ...this.settings,
    ];
    // It ends when we do, however we end.
    const child = spawn(
      '/usr/bin/setpriv',
      [
        '--pdeathsig',
        'QUIT',
        join(this.programs, 'postgres'),
        '-D',
        this.data,
        ...settings.flatMap((one) => ['-c', one]),
      ],
      { ...this.account, cwd: '/', env: { PATH: '/usr/bin:/bin' }, stdio: ['ignore', log, log] },
    );
    this.pid = child.pid ?? 0;
    const takesWrites = await waitUntil(
      async () => child.exitCode !== null || (await this.asks('SELECT NOT pg_is_in_recovery() AS yes')),
      300_000,
    );
    if (child.exitCode !== null || !takesWrites) {
      throw new Error(
        `PostgreSQL did not start:\n${readFileSync(join(this.folder, 'postgres.log'), 'utf8').slice(-3_000)}`,
      );
    }
  }

  url(database: string, { name, password }: Login = { name: 'postgres', password: PASSWORD }): string {
    return `postgres://${name}:${password}@127.0.0.1:${this.port}/${database}`;
  }

  /** As a machine that loses its power, and its disk: no process, no data folder. */
  async destroy(): Promise<void> {
    process.kill(this.pid, 'SIGKILL');
    await waitUntil(async () => !(await this.asks('SELECT true AS yes')), 30_000);
    // Its children notice that it is gone, and end; until then they write.
    await waitUntil(() => {
      try {
        rmSync(this.data, { recursive: true });
        return true;
      } catch {
        return false;
      }
    }, 30_000);
  }

  /** Makes the role that takes backups, and what the tool needs before the first one. */
  prepareBackups(): void {
    const roles = join(this.scripts, this.pgBackRest ? 'pgbackrest.sql' : 'roles.sql');
    const psql = ['--quiet', '-v', 'ON_ERROR_STOP=1', '-v', `password=${PASSWORD}`, '-f', roles, this.url('postgres')];
    execFileSync(join(this.programs, 'psql'), psql, { cwd: '/', stdio: 'pipe' });
    this.pgBackRest?.begin(this.port, PASSWORD);
  }

  /** Takes a base backup, as an operator does. @returns what was printed of it */
  takeBackup(): string {
    return this.pgBackRest?.backup(this.port, PASSWORD) ?? this.script('take.sh', this.backups);
  }

  /** Runs one of the scripts of deploy/backup, as an operator does. @returns what it printed */
  private script(name: string, ...args: string[]): string {
    return execFileSync(join(this.scripts, name), args, {
      cwd: '/',
      encoding: 'utf8',
      env: {
        PATH: [this.programs, '/usr/bin', '/bin'].join(delimiter),
        PGHOST: '127.0.0.1',
        PGPORT: String(this.port),
        PGUSER: 'procurement_replication',
        PGPASSWORD: PASSWORD,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  }

  /** Lays the data folder out anew from the newest backup that fits, to be recovered by the next start. */
  restore(time: Date): void {
    if (this.pgBackRest) return this.pgBackRest.restore(time);
    const until = ['--time', time.toISOString()];
    this.script('restore.sh', '--backups', this.backups, '--archive', this.archive, '--data', this.data, ...until);
    // The script was run as root here.
    if (isRoot && this.account) execFileSync('chown', ['-R', `${this.account.uid}:${this.account.gid}`, this.data]);
  }

  async end(): Promise<void> {
    if (await this.asks('SELECT true AS yes')) process.kill(this.pid, 'SIGQUIT');
    await waitUntil(async () => !(await this.asks('SELECT true AS yes')), 30_000);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  query<Row extends object>(database: string, sql: string): Promise<Row[]> {
    return withClient(this.url(database), async (client) => (await client.query<Row>(sql)).rows);
  }

  private own(path: string): void {
    if (this.account) chownSync(path, this.account.uid, this.account.gid);
  }

  private async asks(sql: string): Promise<boolean> {
    const client = new Client({ connectionString: this.url('postgres'), connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<{ yes: boolean }>(sql)).rows[0]?.yes === true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
