import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Login } from '../../../tools/servers/databases';
import { waitUntil } from '../../../tools/servers/processes';
import { isRoot, makeOwnFolder, serverAccount, temporaryFolder } from '../../../tools/servers/unprivileged';
import { program } from '../../support/programs/program';
import { PgBackRest } from './drill/pgbackrest';
import { PASSWORD, PostgresServer } from './drill/server';

const SCRIPTS = join(__dirname, '../../../deploy/backup');

/** Debian's PostgreSQL on loopback with the archiving of deploy/backup/archiving.conf. It ends with the test. */
export class DebianPostgres {
  readonly folder = mkdtempSync(join(temporaryFolder(), 'procurement-recovery-'));
  readonly data = join(this.folder, 'data');
  readonly archive = join(this.folder, 'wal');
  readonly backups = join(this.folder, 'backups');
  private readonly account = serverAccount();
  private readonly programs = dirname(program('initdb'));
  private readonly scripts = join(this.folder, 'scripts');
  private pgBackRest: PgBackRest | undefined;
  private server: PostgresServer | undefined;
  private readonly servers: PostgresServer[] = [];

  private constructor(private readonly settings: readonly string[]) {}

  /**
   * @param archiveTimeout seconds until a partial segment is archived; by default as in the file
   * @param withPgBackRest whether pgBackRest archives instead of the scripts
   * @param inHaste turns fsync off: killing the process loses nothing without it
   */
  static async create(
    archiveTimeout: number | undefined,
    { inHaste, withPgBackRest }: { readonly inHaste: boolean; readonly withPgBackRest: boolean },
  ): Promise<DebianPostgres> {
    const server = new DebianPostgres(inHaste ? ['fsync=off'] : []);
    makeOwnFolder(server.folder);
    // Only the checkout's owner may be able to enter its folder.
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

  /** Starts the server and waits until it accepts writes, after a recovery if one is needed. */
  async start(): Promise<void> {
    this.server = await this.launch(this.data, 'NOT pg_is_in_recovery()');
  }

  url(database: string, login?: Login): string {
    return this.running.url(database, login);
  }

  /** Kills the process and removes the data folder, like a lost machine. */
  async destroy(): Promise<void> {
    await this.running.end('SIGKILL');
    // The child processes notice the loss and end; until then they still write.
    await waitUntil(() => {
      try {
        rmSync(this.data, { recursive: true });
        return true;
      } catch {
        return false;
      }
    }, 30_000);
  }

  /** Clones a standby from the running server, as docs/scaling.md describes. It archives nothing. */
  cloneStandby(): Promise<PostgresServer> {
    const data = join(this.folder, 'standby');
    // The role of pgBackRest may not replicate.
    const name = this.pgBackRest ? 'postgres' : 'procurement_replication';
    const source = this.url('postgres', { name, password: PASSWORD });
    const clone = ['--write-recovery-conf', '--checkpoint=fast', '--dbname', source, '--pgdata', data];
    execFileSync(join(this.programs, 'pg_basebackup'), clone, { cwd: '/', stdio: 'pipe' });
    this.hand(data);
    return this.launch(data, 'true', 'archive_mode=off');
  }

  /** Restores a copy to the end of the archive, next to the running server. The copy archives nothing. */
  restoreBeside(): Promise<PostgresServer> {
    const data = join(this.folder, 'second');
    this.restoreTo(data);
    return this.launch(data, 'NOT pg_is_in_recovery()', 'archive_mode=off');
  }

  /** Creates the backup role and prepares the tool for the first backup. */
  prepareBackups(): void {
    const roles = join(this.scripts, this.pgBackRest ? 'pgbackrest.sql' : 'roles.sql');
    const psql = ['--quiet', '-v', 'ON_ERROR_STOP=1', '-v', `password=${PASSWORD}`, '-f', roles, this.url('postgres')];
    execFileSync(join(this.programs, 'psql'), psql, { cwd: '/', stdio: 'pipe' });
    this.pgBackRest?.begin(this.running.port, PASSWORD);
  }

  /** @returns the output */
  takeBackup(): string {
    return this.pgBackRest?.backup(this.running.port, PASSWORD) ?? this.script('take.sh', this.backups);
  }

  /** @returns the output */
  private script(name: string, ...args: string[]): string {
    return execFileSync(join(this.scripts, name), args, {
      cwd: '/',
      encoding: 'utf8',
      env: {
        // The PATH of cron, without the folder of PostgreSQL's programs.
        PATH: '/usr/bin:/bin',
        PGHOST: '127.0.0.1',
        PGPORT: String(this.running.port),
        PGUSER: 'procurement_replication',
        PGPASSWORD: PASSWORD,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  }

  /** Restores the data folder from the newest backup before the target. The next start recovers it. */
  restore(time: Date): void {
    this.restoreTo(this.data, time);
  }

  async end(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.end()));
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  query<Row extends object>(database: string, sql: string): Promise<Row[]> {
    return this.running.query<Row>(database, sql);
  }

  private get running(): PostgresServer {
    if (!this.server) throw new Error('PostgreSQL was not started');
    return this.server;
  }

  private async launch(data: string, until: string, ...settings: string[]): Promise<PostgresServer> {
    const { programs, folder, account } = this;
    const isMain = data === this.data;
    const socket = `unix_socket_directories=${isMain ? (this.pgBackRest?.socket ?? '') : ''}`;
    const all = [socket, ...this.settings, ...settings];
    const server = await PostgresServer.start({ programs, folder, data, account, settings: all, until });
    this.servers.push(server);
    return server;
  }

  private restoreTo(data: string, time?: Date): void {
    if (this.pgBackRest) return this.pgBackRest.restore(data, time);
    const until = time ? ['--time', time.toISOString()] : [];
    this.script('restore.sh', '--backups', this.backups, '--archive', this.archive, '--data', data, ...until);
    this.hand(data);
  }

  /** Changes the owner of root's files to the account that PostgreSQL runs as. */
  private hand(data: string): void {
    if (isRoot && this.account) execFileSync('chown', ['-R', `${this.account.uid}:${this.account.gid}`, data]);
  }

  private own(path: string): void {
    if (this.account) chownSync(path, this.account.uid, this.account.gid);
  }
}
