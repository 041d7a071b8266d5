import { sqlState } from '../../../platform/database/connection/errors';
import { type Ask, type Catalog, readCatalog, expectedProtection } from '../../../platform/database/schema/catalog';
import { STARTUP_CHECKS } from '../../../platform/database/checks/startup-checks';
import { startFailure } from '../../../platform/processes';
import type { Check, Context } from '../check';
import { type Finding, ok, problem, skipped, warning } from '../domain/finding';
import { judgeProtection } from './protection';
import { OBJECTS, type ObjectsRow } from './schema.sql';

const READ_ONLY = '25006';

/** A table, a function or a column that is not there: the migration that makes it has not run. */
const NOT_MADE = ['42P01', '42883', '42703'];

/** What is said of each question of a start that refuses nothing. */
const SATISFIED: Readonly<Record<(typeof STARTUP_CHECKS)[number]['name'], string>> = {
  encoding: 'The database and the connection have the encoding UTF8',
  migrations: 'Every migration of this build has run',
  role: 'The role is bound by row level security, which every table with a tenant forces by its policies',
  rights: 'The role cannot gain rights: no superuser logs in, no temporary objects, no function of a superuser',
  restore: 'No restore waits to be finished',
  'encryption key': 'The encryption keys are those that this database was written with',
  sandbox: 'The database is as SANDBOX says',
};

/** What a start asks of the database, in its own words: each of these refuses it. */
export const startupChecks: readonly Check[] = STARTUP_CHECKS.map(({ name, assert }) => ({
  name,
  needs: 'database',
  variables: name === 'encryption key' ? ['APP_ENCRYPTION_KEY', 'APP_ENCRYPTION_KEYS'] : ['DATABASE_ROLE'],
  run: async ({ database, environment }) => {
    if (name === 'sandbox' && !environment.SANDBOX) return [skipped('SANDBOX is not set')];
    try {
      const risks = await assert(await database(), environment);
      if (risks.length === 0) return [ok(SATISFIED[name])];
      return risks.map(({ message, hint }) => warning(message, hint));
    } catch (error) {
      return [refusal(name, error, environment)];
    }
  },
}));

function refusal(name: string, error: unknown, environment: Context['environment']): Finding {
  const state = sqlState(error) ?? '';
  if (name !== 'migrations' && NOT_MADE.includes(state)) return skipped('The migrations have not run');
  if (name === 'encryption key' && state === READ_ONLY) {
    return ok('No process has started on this database yet: the first start ties it to this encryption key');
  }
  const { msg, hint, faults } = startFailure(error, environment);
  return problem(faults?.join('; ') ?? msg, hint);
}

/** What somebody changed in a schema that every migration has run on: rights, row policies, triggers, functions. */
export const schema: Check = {
  name: 'schema',
  needs: 'database',
  run: async ({ database, environment }) => {
    const connected = await database();
    const [row] = await connected.query<(ObjectsRow | undefined)[]>(OBJECTS).catch((error: unknown) => {
      if (NOT_MADE.includes(sqlState(error) ?? '')) return [undefined];
      throw error;
    });
    if (!row) return [skipped('The migrations have not run')];
    const known = connected.migrations.map((migration) => migration.name ?? migration.constructor.name);
    const pending = known.filter((name) => !row.ran.includes(name));
    // What is missing then is made by `migrate`, not by hand.
    if (pending.length > 0) return [skipped(`Migrations have not run: ${pending.join(', ')}. Run migrate first`)];
    const newer = row.ran.filter(
      (name) => Number(name.slice(-13)) > Math.max(...known.map((one) => Number(one.slice(-13)))),
    );
    if (newer.length > 0) return [newerRelease(newer)];
    const ask: Ask = (text, values) => connected.queryInPublic(text, [...values]);
    return judgeObjects(row, await readCatalog(ask, environment.DATABASE_ROLE));
  },
};

const newerRelease = (names: readonly string[]): Finding =>
  warning(
    `A newer release has migrated this database: ${names.join(', ')}`,
    'Run that release, or check docs/upgrading.md that this one may run beside it.',
  );

function judgeObjects({ loose, disabled, role }: ObjectsRow, found: Catalog): Finding[] {
  const faults: (readonly [what: string | null, said: string, todo: string])[] = [
    [
      loose,
      'Functions that run as their owner set no search_path',
      'As the owner: ALTER FUNCTION ... SET search_path = pg_catalog, public, pg_temp;',
    ],
    [
      disabled,
      'Triggers are disabled, so rules and figures of these tables are not kept',
      'As an administrator: ALTER TABLE ... ENABLE TRIGGER ALL; for each table. Then run budget:verify, report:verify and audit:verify.',
    ],
  ];
  const expected = expectedProtection();
  const findings = [
    ...faults.flatMap(([what, said, todo]) => (what === null ? [] : [warning(`${said}: ${what}`, todo)])),
    ...judgeProtection(expected, found, role),
  ];
  const count = Object.keys(expected).length;
  return findings.length > 0
    ? findings
    : [ok(`Rights, policies and triggers of ${count} tables and functions are as migrated`)];
}
