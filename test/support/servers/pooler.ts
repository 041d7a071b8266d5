import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { startOnFreePort } from '../../../tools/servers/server-process';
import { serverAccount } from '../../../tools/servers/unprivileged';

/** Closes idle server connections soon, because every test file has a separate database. */
const SETTINGS = `
listen_addr = 127.0.0.1
unix_socket_dir =
pool_mode = transaction
auth_type = scram-sha-256
auth_query = SELECT usename, passwd FROM pg_shadow WHERE usename = $1
ignore_startup_parameters = options
max_client_conn = 1000
default_pool_size = 10
server_idle_timeout = 5
`;

/**
 * Starts a PgBouncer in transaction mode in front of a PostgreSQL server, as docs/scaling.md describes. TEST_POOLER is
 * the path of the program. It runs in the run's folder and ends with the run.
 * @param adminUrl of the PostgreSQL server
 * @returns the port through which all databases of the server can be reached
 */
export async function startPooler(program: string, adminUrl: string, runFolder: string): Promise<number> {
  const folder = join(runFolder, 'pooler');
  mkdirSync(folder);
  const account = serverAccount();
  if (account) chownSync(folder, account.uid, account.gid);
  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    if (account) chownSync(path, account.uid, account.gid);
    return path;
  };
  const admin = new URL(adminUrl);
  const users = file('users.txt', `"${admin.username}" "${decodeURIComponent(admin.password)}"\n`);
  const { port } = await startOnFreePort({
    program,
    args: (own) => [
      file(
        'pgbouncer.ini',
        `[databases]\n* = host=${admin.hostname} port=${admin.port}\n[pgbouncer]\nlisten_port = ${own}\n` +
          `auth_file = ${users}\nauth_user = ${admin.username}\npidfile = ${join(folder, 'pgbouncer.pid')}\n${SETTINGS}`,
      ),
    ],
    log: join(folder, 'pgbouncer.log'),
    cwd: '/',
    account,
    isReady: ({ port: own }) => accepts(own),
  });
  return port;
}

export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
      .once('connect', () => resolve(true))
      .once('error', () => resolve(false))
      .once('connect', () => socket.destroy());
  });
}
