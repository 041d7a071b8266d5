import { StartRefusal } from '../../../common/errors/start-refusal';
import { type Environment, keyRingOf } from '../../config';
import { assertEncoding, assertMigrated } from '../schema/pending-migrations';
import { type CheckedDatabase, assertEncryptionKeys } from './encryption-key-check';
import { assertRestoreFinished } from '../recovery/timelines';
import { assertSandbox } from '../schema/sandbox';

export type CheckedVariables = Pick<
  Environment,
  'NODE_ENV' | 'DATABASE_ROLE' | 'APP_ENCRYPTION_KEY' | 'APP_ENCRYPTION_KEYS' | 'SANDBOX'
>;

interface StartupCheck {
  readonly name: 'encoding' | 'migrations' | 'role' | 'rights' | 'restore' | 'encryption key' | 'sandbox';
  /** @returns warnings @throws StartRefusal or ConfigurationError to prevent the start */
  readonly assert: (database: CheckedDatabase, environment: CheckedVariables) => Promise<readonly StartRefusal[]>;
}

const strictly = async (refusal: Promise<void>): Promise<readonly StartRefusal[]> => {
  await refusal;
  return [];
};

/** The checks in their order. `doctor` runs the same. */
export const STARTUP_CHECKS: readonly StartupCheck[] = [
  { name: 'encoding', assert: (database) => strictly(assertEncoding(database)) },
  { name: 'migrations', assert: (database) => strictly(assertMigrated(database)) },
  { name: 'role', assert: (database, { DATABASE_ROLE }) => strictly(assertLesserRole(database, DATABASE_ROLE)) },
  { name: 'rights', assert: (database, { NODE_ENV }) => assertNoEscalation(database, NODE_ENV === 'production') },
  { name: 'restore', assert: (database) => assertRestoreFinished(database) },
  {
    name: 'encryption key',
    assert: (database, environment) => strictly(assertEncryptionKeys(database, keyRingOf(environment))),
  },
  {
    name: 'sandbox',
    assert: async (database, { SANDBOX }) => (SANDBOX ? strictly(assertSandbox(database)) : []),
  },
];

const ROLES = 'See "A PostgreSQL of your own" in docs/running.md';

/**
 * Rejects a role that can bypass row level security: a superuser, a role with BYPASSRLS, the owner of a tenant-owned
 * table, or a role with a row policy that ignores the tenant. Policies are read as stored trees, because
 * \`pg_get_expr\` would wait for every locked table.
 * @throws StartRefusal with the reason and the remedy
 */
export async function assertLesserRole(dataSource: CheckedDatabase, role: string): Promise<void> {
  const [found] = await dataSource.query<
    { current: string; unbound: boolean; owned: string | null; unprotected: string | null; open: string | null }[]
  >(`
    SELECT current_user AS current,
           (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user) AS unbound,
           (SELECT string_agg(relname, ', ') FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND pg_get_userbyid(c.relowner) = current_user) AS owned,
           (SELECT string_agg(DISTINCT c.relname, ', ') FROM pg_class c
              JOIN pg_namespace n ON n.oid = c.relnamespace
              JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
             WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT (c.relrowsecurity AND c.relforcerowsecurity)) AS unprotected,
           (SELECT string_agg(DISTINCT format('%I on %I', p.polname, c.relname), ', ') FROM pg_policy p
              JOIN pg_class c ON c.oid = p.polrelid
             CROSS JOIN LATERAL (VALUES (p.polqual::text), (p.polwithcheck::text)) AS e (condition)
             WHERE c.relnamespace = 'public'::regnamespace AND p.polpermissive
               AND EXISTS (SELECT FROM unnest(p.polroles) r WHERE r = 0 OR pg_has_role(current_user, r, 'USAGE'))
               AND e.condition NOT LIKE format('%%:funcid %s %%', 'current_setting(text,boolean)'::regprocedure::oid)) AS open
  `);
  if (!found) throw new Error('The database returned no role');
  const faults: readonly Fault[] = [
    [
      found.current !== role,
      `The service runs as ${found.current}, not as ${role}`,
      `ALTER ROLE ${found.current} SET role = '${role}'; it needs GRANT ${role} TO ${found.current}. ${ROLES}.`,
    ],
    [
      found.unbound,
      `The role ${role} is not bound by row level security`,
      `It must be neither superuser nor BYPASSRLS: ALTER ROLE ${role} NOSUPERUSER NOBYPASSRLS.`,
    ],
    [
      found.owned,
      `The role ${role} owns ${found.owned} and could lift their row level security`,
      `Another role must own the schema and migrate it. ${ROLES}.`,
    ],
    [
      found.unprotected,
      `Row level security is not forced on ${found.unprotected}`,
      'As the owner: ALTER TABLE ... ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY.',
    ],
    [
      found.open,
      `Row policies let the role ${role} see the rows of every tenant: ${found.open}`,
      'As the owner: DROP POLICY ... ON ...; if the policy tenant_isolation is then missing, create it with the expression in dist/platform/database/migrations/protection.json.',
    ],
  ];
  const [first] = refusals(faults);
  if (first) throw first;
}

type Fault = readonly [found: string | boolean | null | undefined, message: string, hint: string];

const refusals = (faults: readonly Fault[]): StartRefusal[] =>
  faults.filter(([found]) => found).map(([, message, hint]) => new StartRefusal(message, hint));

/**
 * Finds rights with which SQL sent as the service could gain more rights. Only functions of the service are checked:
 * those of the owner of the list of migrations, and those granted to the service's role by name. Other functions in the
 * schema, such as the password lookup of a pooler, are not.
 * @returns the reasons to reject a start in production; empty without a risk
 */
export async function escalationRisks(dataSource: CheckedDatabase): Promise<StartRefusal[]> {
  const [found] = await dataSource.query<
    { login: string; unbound: boolean; role: string; database: string; temporary: boolean; superusers: string | null }[]
  >(`
    SELECT session_user AS login, current_user AS role,
           EXISTS (SELECT FROM pg_roles WHERE (rolsuper OR rolbypassrls) AND pg_has_role(session_user, oid, 'MEMBER')) AS unbound,
           current_database() AS database,
           has_database_privilege(current_user, current_database(), 'TEMPORARY') AS temporary,
           (SELECT string_agg(DISTINCT o.rolname, ', ') FROM pg_proc p JOIN pg_roles o ON o.oid = p.proowner
             WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef AND o.rolsuper
               AND (p.proowner = (SELECT relowner FROM pg_class WHERE oid = to_regclass('public.schema_migrations'))
                    OR EXISTS (SELECT FROM aclexplode(p.proacl) granted WHERE granted.grantee = current_user::regrole))) AS superusers
  `);
  const risks: readonly Fault[] = [
    [
      found?.unbound,
      `The login ${found?.login} is a superuser or has BYPASSRLS, or may become such a role: RESET ROLE lifts row level security`,
      `Name another login in DATABASE_URL, or: ALTER ROLE ${found?.login} NOSUPERUSER NOBYPASSRLS. ${ROLES}.`,
    ],
    [
      found?.superusers,
      `Functions that run as their owner belong to a superuser (${found?.superusers})`,
      `Hand the schema over to an owner that is none, with deploy/hand-over.sql, and migrate as that owner. ${ROLES}.`,
    ],
    [
      found?.temporary,
      `The role ${found?.role} may make temporary objects`,
      `As the owner of the database: REVOKE TEMPORARY ON DATABASE "${found?.database}" FROM PUBLIC, ${found?.role};`,
    ],
  ];
  return refusals(risks.map(([is, message, hint]) => [is, message, `${hint} Production refuses to start like this.`]));
}

/** @returns the risks, outside production @throws StartRefusal in production */
async function assertNoEscalation(
  dataSource: CheckedDatabase,
  isProduction: boolean,
): Promise<readonly StartRefusal[]> {
  const risks = await escalationRisks(dataSource);
  const [first] = risks;
  if (first && isProduction) throw first;
  return risks;
}
