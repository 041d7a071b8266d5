import { databaseIdentity } from './databases';
import type { DemoToken, State } from './state';

/** What `seed:demo --json` and `token:create --json` print, as far as it is used here. */
interface SeedOutput {
  readonly tenant: { readonly slug: string };
  /** The text of the token is there only when this very command made it. */
  readonly token?: { readonly token?: string } | null;
}

/** Runs a command of the service's CLI and gives its standard output. */
export type Cli = (...args: readonly string[]) => Promise<string>;

/**
 * Provisions the demo tenant, which changes nothing where it is there already, and gives its administrator's token.
 * The token's text is shown once and only its hash is stored, so it is kept beside the database it belongs to.
 */
export async function seedDemo(cli: Cli, state: State, databaseUrl: string): Promise<DemoToken> {
  const database = await databaseIdentity(databaseUrl);
  const seed = JSON.parse(await cli('seed:demo', '--json')) as SeedOutput;
  const shown = seed.token?.token;
  const kept = state.record.demo;
  if (shown === undefined && kept?.database === database) return kept;
  const token = shown ?? (await newToken(cli, seed.tenant.slug));
  const demo = { database, tenant: seed.tenant.slug, token };
  state.keep({ demo });
  return demo;
}

/** The token, or a new one where the service no longer takes it: somebody may have tried out revoking it. */
export async function validToken(cli: Cli, state: State, demo: DemoToken, port: number): Promise<DemoToken> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/me`, { headers: { authorization: `Bearer ${demo.token}` } });
  await answer.body?.cancel();
  if (answer.status !== 401) return demo;
  const renewed = { ...demo, token: await newToken(cli, demo.tenant) };
  state.keep({ demo: renewed });
  return renewed;
}

/** The database has the tenant, but nobody here was ever shown its token: another checkout seeded it. */
async function newToken(cli: Cli, tenant: string): Promise<string> {
  const printed = await cli('token:create', '--slug', tenant, '--name', 'npm start', '--json');
  const token = (JSON.parse(printed) as Omit<SeedOutput, 'tenant'>).token?.token;
  if (token === undefined) throw new Error('token:create printed no token');
  return token;
}
