import { sqlState } from '../../database/connection/errors';
import { functionNames } from '../../database/schema/migration-steps';
import { STARTUP_CHECKS } from '../../database/startup/startup-checks';
import { startFailure } from '../../processes';
import type { Check, Context } from '../check';
import { type Finding, ok, problem, skipped, warning } from '../domain/finding';
import { OBJECTS, type ObjectsRow } from './schema.sql';

const READ_ONLY = '25006';

/** A table or a function that is not there: what comes before any migration has run. */
const NOT_MADE = ['42P01', '42883'];

/** What is said of each question of a start that refuses nothing. */
const SATISFIED: Readonly<Record<(typeof STARTUP_CHECKS)[number]['name'], string>> = {
  migrations: 'Every migration of this build has run',
  role: 'The role is bound by row level security, which every table with a tenant forces',
  rights: 'The role cannot gain rights: no temporary objects, no function of a superuser',
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

/** What of the schema is missing although its migrations have run: functions, grants. */
export const schema: Check = {
  name: 'schema',
  needs: 'database',
  run: async ({ database }) => {
    const connected = await database();
    const [row] = await connected.query<(ObjectsRow | undefined)[]>(OBJECTS).catch((error: unknown) => {
      if (NOT_MADE.includes(sqlState(error) ?? '')) return [undefined];
      throw error;
    });
    if (!row) return [skipped('The migrations have not run')];
    const known = new Set(connected.migrations.map((migration) => migration.name ?? migration.constructor.name));
    return judgeObjects(row, functionNames(), known);
  },
};

function judgeObjects(row: ObjectsRow, files: readonly string[], known: ReadonlySet<string>): Finding[] {
  const missing = files.filter((name) => !row.functions.includes(name));
  const newer = row.ran.filter((name) => Number(name.slice(-13)) > newest(known));
  const faults: (readonly [what: string, said: string, todo: string])[] = [
    [
      missing.join(', '),
      'Functions are missing in the database',
      'As the owner, load each from its file in src/database/functions (dist/database/functions in the image).',
    ],
    [
      row.unread ?? '',
      'The role may not read tables of the service',
      `As the owner: GRANT the rights on them to ${row.role}.`,
    ],
    [
      row.uncalled ?? '',
      'The role may not call functions of the service',
      `As the owner: GRANT EXECUTE ON FUNCTION ... TO ${row.role};`,
    ],
    [
      row.loose ?? '',
      'Functions that run as their owner set no search_path',
      'As the owner: ALTER FUNCTION ... SET search_path = pg_catalog, public, pg_temp;',
    ],
    [
      newer.join(', '),
      'A newer release has migrated this database',
      'Run that release, or check docs/upgrading.md that this one may run beside it.',
    ],
  ];
  const found = faults.filter(([what]) => what !== '').map(([what, said, todo]) => warning(`${said}: ${what}`, todo));
  return found.length > 0 ? found : [ok(`${files.length} functions and all grants are there`)];
}

const newest = (names: ReadonlySet<string>): number => Math.max(...[...names].map((name) => Number(name.slice(-13))));
