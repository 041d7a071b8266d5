import { spawn } from 'node:child_process';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReceiverCertificate } from '../../../tools/receiver/certificate';
import { endProcess } from '../../../tools/servers/processes';
import { startOnFreePort } from '../../../tools/servers/server-process';
import { serverAccount } from '../../../tools/servers/unprivileged';
import { program } from '../../support/programs/program';
import { accepts } from '../../support/servers/pooler';
import { until } from '../../support/until';

/** The number of connections to PostgreSQL. */
export const POOL_SIZE = 10;

/** A PgBouncer in transaction mode with the configuration of docs/scaling.md, and TLS for its clients. */
export class PgBouncer {
  private constructor(
    private readonly configuration: string,
    /** The database's URL through the pooler, with the login of the original URL. */
    readonly url: string,
    private readonly port: number,
    private pid: number,
  ) {}

  /**
   * @param url of the database, with the login of the clients
   * @param certificate of the pooler; clients verify it with `authority.pem` in the folder
   */
  static async start(folder: string, url: string, certificate: ReceiverCertificate): Promise<PgBouncer> {
    const account = serverAccount();
    mkdirSync(folder);
    const path = (name: string): string => join(folder, name);
    const write = (name: string, text: string, mode = 0o600): void => {
      writeFileSync(path(name), text, { mode });
      if (account) chownSync(path(name), account.uid, account.gid);
    };
    const { hostname, port: serverPort, pathname, username, password } = new URL(url);
    write('users.txt', `"${username}" "${decodeURIComponent(password)}"\n`);
    write('server.crt', certificate.cert);
    write('server.key', certificate.key);
    write('authority.pem', certificate.cert, 0o644);
    const settings = (port: number): string =>
      [
        '[databases]',
        `${pathname.slice(1)} = host=${hostname} port=${serverPort}`,
        '[pgbouncer]',
        ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'pool_mode = transaction'],
        ...['auth_type = scram-sha-256', `auth_file = ${path('users.txt')}`, 'ignore_startup_parameters = options'],
        ...[
          `default_pool_size = ${POOL_SIZE}`,
          'max_client_conn = 1000',
          'query_wait_timeout = 2',
          `pidfile = ${path('pgbouncer.pid')}`,
        ],
        ...['client_tls_sslmode = require', `client_tls_cert_file = ${path('server.crt')}`],
        `client_tls_key_file = ${path('server.key')}`,
        '',
      ].join('\n');
    if (account) chownSync(folder, account.uid, account.gid);
    const { port, pid } = await startOnFreePort({
      program: program('pgbouncer'),
      args: (own) => {
        write('pgbouncer.ini', settings(own));
        return [path('pgbouncer.ini')];
      },
      log: path('pgbouncer.log'),
      cwd: '/',
      account,
      isReady: ({ port: own }) => accepts(own),
    });
    const through = new URL(url);
    through.host = `127.0.0.1:${port}`;
    through.search = new URLSearchParams({
      sslmode: 'verify-full',
      sslrootcert: path('authority.pem'),
    }).toString();
    return new PgBouncer(path('pgbouncer.ini'), through.href, port, pid);
  }

  kill(): Promise<void> {
    return endProcess(this.pid, ['SIGKILL']);
  }

  async restart(): Promise<void> {
    const started = spawn(program('pgbouncer'), [this.configuration], {
      ...serverAccount(),
      ...{ cwd: '/', detached: true, stdio: 'ignore' },
    });
    this.pid = started.pid ?? 0;
    await until(() => accepts(this.port));
  }

  async stop(): Promise<void> {
    await endProcess(this.pid, ['SIGTERM', 'SIGKILL']);
  }
}
