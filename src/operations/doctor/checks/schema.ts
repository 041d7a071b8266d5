import { sqlState } from '../../../platform/database/connection/errors';
import {
  type RunQuery,
  type Catalog,
  differences,
  expectedProtection,
  protectionOf,
  readCatalog,
} from '../../../platform/database/schema/catalog';
import { STARTUP_CHECKS } from '../../../platform/database/checks/startup-checks';
import { type Check, type Context, refusalOf } from '../check';
import { type Fault, type Finding, ok, skipped, warning, warningsOf } from '../domain/finding';
import { OBJECTS, type ObjectsRow } from './schema.sql';

const READ_ONLY = '25006';

/** Undefined table, function or column: its migration has not run. */
const NOT_MADE = ['42P01', '42883', '42703'];

/** Texts for startup checks that pass. */
const SATISFIED: Readonly<Record<(typeof STARTUP_CHECKS)[number]['name'], string>> = {
  encoding: 'The database and the connection have the encoding UTF8',
  migrations: 'Every migration of this build has run',
  role: 'The role is bound by row level security, which every table with a tenant forces by its policies',
  rights: 'The role cannot gain rights: no superuser logs in, no temporary objects, no function of a superuser',
  restore: 'No restore waits to be finished',
  'encryption key': 'The encryption keys are those that this database was written with',
  sandbox: 'The database matches SANDBOX',
};

/** The startup checks of the database. Each failure prevents a start. */
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
  return refusalOf(error, environment);
}

/** Finds manual changes in a fully migrated schema: rights, row policies, triggers, functions. */
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
    // `migrate` creates the missing objects.
    if (pending.length > 0) return [skipped(`Migrations have not run: ${pending.join(', ')}. Run migrate first`)];
    const newer = row.ran.filter(
      (name) => Number(name.slice(-13)) > Math.max(...known.map((one) => Number(one.slice(-13)))),
    );
    if (newer.length > 0) return [newerRelease(newer)];
    const ask: RunQuery = (text, values) => connected.queryInPublic(text, [...values]);
    return judgeObjects(row, await readCatalog(ask, environment.DATABASE_ROLE));
  },
};

const newerRelease = (names: readonly string[]): Finding =>
  warning(
    `A newer release has migrated this database: ${names.join(', ')}`,
    'Run that release, or check docs/upgrading.md that this one may run beside it.',
  );

function judgeObjects({ loose, disabled, role }: ObjectsRow, found: Catalog): Finding[] {
  const faults: Fault[] = [
    [
      loose !== null,
      `Functions that run as their owner set no search_path: ${loose}`,
      'As the owner: ALTER FUNCTION ... SET search_path = pg_catalog, public, pg_temp;',
    ],
    [
      disabled !== null,
      `Triggers are disabled, so rules and figures of these tables are not kept: ${disabled}`,
      'As an administrator: ALTER TABLE ... ENABLE TRIGGER ALL; for each table. Then run budget:verify, report:verify and audit:verify.',
    ],
  ];
  const expected = expectedProtection();
  const findings = [...warningsOf(faults), ...judgeProtection(expected, found, role)];
  const count = Object.keys(expected).length;
  return findings.length > 0
    ? findings
    : [ok(`Rights, policies and triggers of ${count} tables and functions are as migrated`)];
}

/** Maximum differences per line. */
const SHOWN = 5;

/** Kinds of differences: pattern, text, and advice. */
const KINDS: readonly (readonly [is: RegExp, said: string, todo: (role: string) => string])[] = [
  [
    / is missing$/,
    'Objects that the migrations made are missing',
    () =>
      'As the owner, load a function from its file in dist/platform/database/functions. Restore a table or a sequence from a backup.',
  ],
  [
    /: (service|everybody) may /,
    'Rights are not those that the migrations grant',
    (role) =>
      `As the owner: GRANT what is lacking, and REVOKE what the database has beyond. "service" is ${role}, "everybody" is PUBLIC.`,
  ],
  [
    /: policy /,
    'Row policies are not those that the migrations make, and may show rows of other tenants',
    (role) =>
      `As the owner: DROP POLICY what the database has beyond, and CREATE POLICY what is lacking. "service" is ${role}.`,
  ],
  [
    /: row level security /,
    'Row level security is not as the migrations set it',
    () => 'As the owner: ALTER TABLE ... ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;',
  ],
  [
    /: trigger /,
    'Triggers are not those that the migrations make',
    () =>
      'As the owner: run each CREATE TRIGGER that is lacking, and drop each that the database has beyond. Then run budget:verify and report:verify.',
  ],
];

/** Disabled triggers are reported separately, including those of foreign keys. */
const enabled = (catalog: Catalog): Catalog =>
  Object.fromEntries(
    Object.entries(catalog).map(([object, lines]) => [
      object,
      lines.map((line) => line.replace(/ \(not enabled\)$/, '')),
    ]),
  );

/** Returns one warning per kind of difference. Objects that an operator added are ignored. */
function judgeProtection(expected: Catalog, found: Catalog, role: string): Finding[] {
  const there = protectionOf(enabled(found));
  // Migrations grant nothing on sequences: rights on the tables are enough.
  const sequences = Object.keys(there).filter((object) => object.startsWith('sequence '));
  const none = Object.fromEntries(sequences.map((object) => [object, []]));
  const all = differences({ ...none, ...expected }, there);
  return KINDS.flatMap(([is, said, todo]) => {
    const of = all.filter((difference) => is.test(difference));
    const more = of.length > SHOWN ? [`and ${of.length - SHOWN} more`] : [];
    return of.length === 0 ? [] : [warning(`${said}: ${[...of.slice(0, SHOWN), ...more].join('; ')}`, todo(role))];
  });
}
