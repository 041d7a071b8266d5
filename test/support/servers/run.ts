import type { Login } from '../../../tools/servers/databases';

export interface TestRun {
  /** Distinguishes this run's databases and leases from those of a parallel run. */
  readonly id: string;
  /** Address of the server's `postgres` database, with a login that may create databases and roles. */
  readonly adminUrl: string;
  /** The migrated database that every test file copies. */
  readonly template: string;
  /** Owns the template and its copies, but is not a superuser. */
  readonly owner: Login;
  /** Neither superuser nor owner: restricted by row level security like the service's own login. */
  readonly login: Login;
  /** The port of a PgBouncer in front of the server, through which the service connects; undefined without one. */
  readonly poolerPort?: number | undefined;
  /** Without the number of a logical database. */
  readonly redisUrl: string;
}

const VARIABLE = 'PROCUREMENT_TEST_RUN';

/** Publishes the run to the workers, which inherit the environment. */
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

/** Whether the service connects through a pooler without support for prepared statements. */
export const isPooled = (): boolean => currentRun().poolerPort !== undefined;
