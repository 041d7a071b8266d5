import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { type Login, withClient } from '../../../../tools/servers/databases';
import { freePort } from '../../../../tools/servers/ports';
import { waitUntil } from '../../../../tools/servers/processes';
import type { Account } from '../../../../tools/servers/unprivileged';

/** The password of every role in the drill. */
export const PASSWORD = 'drill';

export interface ServerOptions {
  /** The folder of Debian's server programs. */
  readonly programs: string;
  readonly folder: string;
  readonly data: string;
  /** The account that runs PostgreSQL; the current one if undefined. */
  readonly account: Account | undefined;
  readonly settings: readonly string[];
  /** The SQL condition that completes the start. */
  readonly until: string;
}

/** A PostgreSQL process on loopback. It ends with the test. */
export class PostgresServer {
  private constructor(
    readonly port: number,
    private readonly child: ChildProcess,
  ) {}

  /** @throws Error with the end of the log if PostgreSQL does not start */
  static async start({ programs, folder, data, account, settings, until }: ServerOptions): Promise<PostgresServer> {
    const port = await freePort();
    const logFile = join(folder, 'postgres.log');
    const log = openSync(logFile, 'a');
    const all = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      'max_connections=200',
      'dynamic_shared_memory_type=mmap',
      ...settings,
    ];
    const command = [join(programs, 'postgres'), '-D', data, ...all.flatMap((one) => ['-c', one])];
    // Ends when the test process ends, for any reason.
    const child = spawn('/usr/bin/setpriv', ['--pdeathsig', 'QUIT', ...command], {
      ...account,
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      stdio: ['ignore', log, log],
    });
    const server = new PostgresServer(port, child);
    const isReady = await waitUntil(async () => child.exitCode !== null || (await server.holds(until)), 300_000);
    if (child.exitCode !== null || !isReady) {
      throw new Error(`PostgreSQL did not start:\n${readFileSync(logFile, 'utf8').slice(-3_000)}`);
    }
    return server;
  }

  url(database: string, { name, password }: Login = { name: 'postgres', password: PASSWORD }): string {
    return `postgres://${name}:${password}@127.0.0.1:${this.port}/${database}`;
  }

  query<Row extends object>(database: string, sql: string): Promise<Row[]> {
    return withClient(this.url(database), async (client) => (await client.query<Row>(sql)).rows);
  }

  /** Ends the process and waits until it accepts no connections. */
  async end(signal: 'SIGQUIT' | 'SIGKILL' = 'SIGQUIT'): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill(signal);
    await waitUntil(async () => !(await this.holds('true')), 30_000);
  }

  /** Whether the server responds and the condition is true. */
  private async holds(condition: string): Promise<boolean> {
    const client = new Client({ connectionString: this.url('postgres'), connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<{ holds: boolean }>(`SELECT ${condition} AS holds`)).rows[0]?.holds === true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
