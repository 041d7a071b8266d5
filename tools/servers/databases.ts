import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';

/** A user who may log in. */
export interface Login {
  readonly name: string;
  readonly password: string;
}

/** Runs with a connection of its own, closed afterwards. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 60_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** SQL that makes `procurement.owner` own all objects of a database; the path holds from `src/` and from `dist/` alike. */
const HAND_OVER = join(__dirname, '../../deploy/hand-over.sql');

/**
 * Creates a database with its owner, who migrates it and is no superuser, and the group role that the migrations grant to,
 * which such an owner may not make. What is there already is kept: the owner gets this password, and what an earlier
 * start made as the superuser.
 * @param superuserUrl of that database; its user may be less, when it may create databases and roles
 */
export async function ensureOwnedDatabase(superuserUrl: string, owner: Login, groupRole: string): Promise<void> {
  const address = new URL(superuserUrl);
  const database = decodeURIComponent(address.pathname.slice(1));
  address.pathname = '/postgres';
  await withClient(address.href, async (client) => {
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [database]);
    if (found.rowCount !== 0) return;
    // In UTF-8 whatever the server's own default.
    await client.query(`CREATE DATABASE ${escapeIdentifier(database)} TEMPLATE template0 ENCODING 'UTF8'`);
  });
  await withClient(superuserUrl, async (client) => {
    await ensureLogin(client, owner);
    // Who is no superuser has to be a member of the role that is to own something.
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

/**
 * Creates the login of the service, or gives it this password: a member of the group role that the migrations grant
 * to, and neither superuser nor owner of anything, so that row level security binds it.
 */
export async function ensureServiceLogin(adminUrl: string, login: Login, groupRole: string): Promise<void> {
  const name = escapeIdentifier(login.name);
  await withClient(adminUrl, async (client) => {
    await ensureLogin(client, login);
    await client.query(`GRANT ${escapeIdentifier(groupRole)} TO ${name}`);
    // Behind a pooler, which passes no options on, its connections are the group's from the start all the same.
    await client.query(`ALTER ROLE ${name} SET role = ${escapeLiteral(groupRole)}`);
  });
}

/** Identifies this database, also among later ones of the same name. */
export function databaseIdentity(url: string): Promise<string> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ identity: string }>(
      `SELECT system_identifier || ':' || oid AS identity
         FROM pg_control_system(), pg_database WHERE datname = current_database()`,
    );
    return rows[0]?.identity ?? '';
  });
}
