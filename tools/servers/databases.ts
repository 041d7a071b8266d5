import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';

/** A database user with login. */
export interface Login {
  readonly name: string;
  readonly password: string;
}

/** Opens a connection for the work and closes it afterwards. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 60_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** SQL that makes `procurement.owner` own all objects of a database. The path is valid from `src/` and from `dist/`. */
const HAND_OVER = join(__dirname, '../../deploy/hand-over.sql');

/**
 * Creates a database whose owner is not a superuser, and the group role of the migrations. An existing database stays:
 * its owner gets this password and the objects of earlier superusers.
 * @param superuserUrl URL of that database; the rights to create databases and roles are enough
 */
export async function ensureOwnedDatabase(superuserUrl: string, owner: Login, groupRole: string): Promise<void> {
  const address = new URL(superuserUrl);
  const database = decodeURIComponent(address.pathname.slice(1));
  address.pathname = '/postgres';
  await withClient(address.href, async (client) => {
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [database]);
    if (found.rowCount !== 0) return;
    // UTF-8, regardless of the server's default.
    await client.query(`CREATE DATABASE ${escapeIdentifier(database)} TEMPLATE template0 ENCODING 'UTF8'`);
  });
  await withClient(superuserUrl, async (client) => {
    await ensureLogin(client, owner);
    // A user who is not a superuser must be a member of the role that gets ownership.
    await client.query(`GRANT ${escapeIdentifier(owner.name)} TO CURRENT_USER`);
    const group = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [groupRole]);
    if (group.rowCount === 0) await client.query(`CREATE ROLE ${escapeIdentifier(groupRole)} NOLOGIN`);
    await client.query(`SET procurement.owner = ${escapeLiteral(owner.name)}`);
    await client.query(readFileSync(HAND_OVER, 'utf8'));
  });
}

async function ensureLogin(client: Client, login: Login): Promise<void> {
  const name = escapeIdentifier(login.name);
  const found = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [login.name]);
  if (found.rowCount === 0) await client.query(`CREATE ROLE ${name}`);
  await client.query(
    `ALTER ROLE ${name} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS PASSWORD ${escapeLiteral(login.password)}`,
  );
}

/** The login is a member of the group role, neither superuser nor owner, so row level security applies to it. */
export async function ensureServiceLogin(adminUrl: string, login: Login, groupRole: string): Promise<void> {
  const name = escapeIdentifier(login.name);
  await withClient(adminUrl, async (client) => {
    await ensureLogin(client, login);
    await client.query(`GRANT ${escapeIdentifier(groupRole)} TO ${name}`);
    // A pooler does not forward connection options, so set the role for the login.
    await client.query(`ALTER ROLE ${name} SET role = ${escapeLiteral(groupRole)}`);
  });
}

/** Identifies this database, and distinguishes it from later ones with the same name. */
export function databaseIdentity(url: string): Promise<string> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ identity: string }>(
      `SELECT system_identifier || ':' || oid AS identity
         FROM pg_control_system(), pg_database WHERE datname = current_database()`,
    );
    return rows[0]?.identity ?? '';
  });
}
