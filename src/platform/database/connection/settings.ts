import { tenantIdFrom, type TenantId } from '../../../common/records/ids';
import type { Environment } from '../../config';
import { currentRequestId, remainingTime } from '../../tracing';

/** How long PostgreSQL lets statements run and wait, in milliseconds; 0 is without a limit. */
export interface TimeLimits {
  /** One statement, its waits included. */
  readonly statement: number;
  /** One wait for a lock that another transaction holds; PostgreSQL then fails the statement. */
  readonly lock: number;
  /** A transaction that is open and sends nothing; PostgreSQL then closes its connection. */
  readonly idle: number;
}

/** Whose statements they are. */
type Kind = 'REQUEST' | 'JOB' | 'MIGRATION';

/** The variables of the environment that set them. */
export type TimeLimitVariables = Pick<Environment, `DATABASE_${Kind}_${'STATEMENT' | 'LOCK' | 'IDLE'}_TIMEOUT_MS`>;

/**
 * The limits for whatever runs now: those of a request are never above the time that it has left. A variable that is left out sets no
 * limit.
 * @throws Error 57014 when the request's time is over: nothing is begun then
 */
export function currentLimits(environment: Partial<TimeLimitVariables>): TimeLimits {
  const limits = limitsOf(currentRequestId() === null ? 'JOB' : 'REQUEST', environment);
  const rest = restOfTime();
  return { ...limits, statement: least(limits.statement, rest), lock: least(limits.lock, rest) };
}

/** The smaller limit in whole milliseconds; 0 is no limit. */
const least = (limit: number, rest: number): number => (rest === Infinity ? limit : Math.min(limit || rest, rest));

/**
 * What is left of the request's time, in whole milliseconds; Infinity for jobs.
 * @throws Error 57014 when it is over
 */
export function restOfTime(): number {
  const rest = Math.ceil(remainingTime());
  if (rest <= 0) throw timeIsOver();
  return rest;
}

/** With PostgreSQL's code for a statement that took too long: the answer is 503, and the connection stays usable. */
export function timeIsOver(): Error {
  return Object.assign(new Error('The time of the request for the database is over'), { code: '57014' });
}

export function migrationLimits(environment: TimeLimitVariables): TimeLimits {
  return limitsOf('MIGRATION', environment);
}

function limitsOf(kind: Kind, environment: Partial<TimeLimitVariables>): TimeLimits {
  return {
    statement: environment[`DATABASE_${kind}_STATEMENT_TIMEOUT_MS`] ?? 0,
    lock: environment[`DATABASE_${kind}_LOCK_TIMEOUT_MS`] ?? 0,
    idle: environment[`DATABASE_${kind}_IDLE_TIMEOUT_MS`] ?? 0,
  };
}

/** The commands that open a transaction, and how long its connection may leave statements unanswered, in milliseconds; 0 is for ever. */
export interface Opening {
  readonly commands: string;
  /** For the commands themselves. */
  readonly beginLimit: number;
  /** For each statement after them. */
  readonly limit: number;
}

/** How much longer than PostgreSQL's own limit a connection may be silent before it counts as lost, in milliseconds. */
export const GRACE = 2_000;

/** How long PostgreSQL may take to open a transaction that waits for nothing, in milliseconds. */
const BEGIN_LIMIT = 10_000;

/**
 * A transaction under these limits. Its connection counts as lost when a statement is silent for longer than PostgreSQL lets it run.
 * A firewall or a failover may drop connections without a word, and the system notices that after a quarter of an hour.
 * @param waits whether the commands may wait for a lock
 */
export function openingOf(commands: string, { statement }: TimeLimits, waits = false): Opening {
  const limit = statement === 0 ? 0 : statement + GRACE;
  const beginLimit = limit === 0 ? BEGIN_LIMIT : Math.min(limit, BEGIN_LIMIT);
  return { commands, limit, beginLimit: waits ? limit : beginLimit };
}

/** PostgreSQL's settings for the limits, by their names. */
export function settingsOf({ statement, lock, idle }: TimeLimits): readonly (readonly [name: string, value: number])[] {
  return [
    ['statement_timeout', statement],
    ['lock_timeout', lock],
    ['idle_in_transaction_session_timeout', idle],
  ];
}

/**
 * The settings of one transaction as commands; they end with it: the lesser role, the tenant whose rows row level security
 * shows, and how long PostgreSQL may take. All of it is set inside the transaction: a pooler in transaction mode gives the next
 * transaction another connection, which may never have seen our start-up options, and a change of role alone changes no other
 * setting. SET LOCAL, unlike a SELECT of `set_config`, is not planned, and no row comes back.
 * @param tenantId none: row level security then shows no tenant's rows at all
 * @throws Error when it is no tenant's id; checked again, for it goes into the text of the commands
 */
export function settingCommands(role: string, tenantId: TenantId | undefined, limits: TimeLimits): string {
  const settings = settingsOf(limits).map(([name, value]) => `SET LOCAL ${name} = ${value}`);
  const tenant = tenantId === undefined ? '' : tenantIdFrom(tenantId);
  return [`SET LOCAL ROLE "${role}"`, `SET LOCAL app.tenant_id = '${tenant}'`, ...settings].join('; ');
}
