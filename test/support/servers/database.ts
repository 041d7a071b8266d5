import { randomBytes } from 'node:crypto';
import { escapeIdentifier } from 'pg';
import { ensureOwnedDatabase, withClient } from '../../../tools/servers/databases';
import { timed } from '../times';
import { currentRun, namePrefix } from './run';

/** A migrated, empty database for one test file. */
export interface FreshDatabase {
  /** Connects as the service's login: a member of its group role, restricted by row level security. */
  readonly url: string;
  /** Connects as the server's administrator, with full read access. */
  readonly adminUrl: string;
  /** Connects as the schema's owner: full read access to the schema, but not a superuser. */
  readonly ownerUrl: string;
  /** Drops the database, including open connections. The custodian drops the rest at the end of the run. */
  drop(): Promise<void>;
}

/** Copies the run's migrated template. */
export function freshDatabase(): Promise<FreshDatabase> {
  return timed('database', copyTemplate);
}

async function copyTemplate(): Promise<FreshDatabase> {
  const run = currentRun();
  const name = `${namePrefix(run.id)}_${randomBytes(6).toString('hex')}`;
  const database = escapeIdentifier(name);
  await withClient(run.adminUrl, async (client) => {
    const template = escapeIdentifier(run.template);
    await client.query(`CREATE DATABASE ${database} TEMPLATE ${template} OWNER ${escapeIdentifier(run.owner.name)}`);
    // A privilege on the database itself, which a copy does not inherit from its template.
    await client.query(`REVOKE TEMPORARY ON DATABASE ${database} FROM PUBLIC`);
  });
  return {
    url: throughPooler(addressOf(run.adminUrl, name, run.login), run.poolerPort),
    adminUrl: addressOf(run.adminUrl, name),
    ownerUrl: addressOf(run.adminUrl, name, run.owner),
    drop: async () => {
      const text = `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`;
      await timed('database', () => withClient(run.adminUrl, (client) => client.query(text)));
    },
  };
}

export async function emptyDatabase(): Promise<FreshDatabase> {
  const run = currentRun();
  const name = `${namePrefix(run.id)}_${randomBytes(6).toString('hex')}`;
  const adminUrl = addressOf(run.adminUrl, name);
  await ensureOwnedDatabase(adminUrl, run.owner, 'procurement_service');
  return {
    url: throughPooler(addressOf(run.adminUrl, name, run.login), run.poolerPort),
    adminUrl,
    ownerUrl: addressOf(run.adminUrl, name, run.owner),
    drop: async () => {
      await withClient(run.adminUrl, (client) =>
        client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`),
      );
    },
  };
}

function throughPooler(url: string, port: number | undefined): string {
  if (port === undefined) return url;
  const address = new URL(url);
  address.host = `127.0.0.1:${port}`;
  return address.href;
}

/** The same server with another database and optionally another user. */
export function addressOf(
  url: string,
  database: string,
  login?: { readonly name: string; readonly password: string },
): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  if (login !== undefined) {
    address.username = login.name;
    address.password = encodeURIComponent(login.password);
  }
  return address.href;
}
