import type { Login } from '../../../tools/servers/databases';

/** Where the servers of this test run are, and as whom to speak to them. */
export interface TestRun {
  /** Tells this run's databases and leases from those of a run beside it. */
  readonly id: string;
  /** Of the server's `postgres` database, as one who may create databases and roles. */
  readonly adminUrl: string;
  /** The migrated database that every test file's own is a copy of. */
  readonly template: string;
  /** Owns the template and its copies, and is no superuser. */
  readonly owner: Login;
  /** Neither superuser nor owner: bound by row level security as the service's own login is. */
  readonly login: Login;
  /** The port of a PgBouncer before the server, through which the service is to reach it; undefined without one. */
  readonly poolerPort?: number | undefined;
  /** Without the number of a logical database. */
  readonly redisUrl: string;
}

const VARIABLE = 'PROCUREMENT_TEST_RUN';

/** Tells the workers, which inherit the environment. */
export function publishRun(run: TestRun): void {
  process.env[VARIABLE] = JSON.stringify(run);
}

export function withdrawRun(): void {
  Reflect.deleteProperty(process.env, VARIABLE);
}

/** @throws Error when the servers were never started: the tier's Jest project lacks the global setup */
export function currentRun(): TestRun {
  const text = process.env[VARIABLE];
  if (text === undefined)
    throw new Error('No servers for the tests: this Jest project needs test/support/global-setup.ts');
  return JSON.parse(text) as TestRun;
}

/** Prefix of everything that a run creates on a PostgreSQL server. */
export const namePrefix = (id: string): string => `procurement_test_${id}`;

/** Whether the service reaches its database through a pooler that knows no prepared statements. */
export const isPooled = (): boolean => currentRun().poolerPort !== undefined;
