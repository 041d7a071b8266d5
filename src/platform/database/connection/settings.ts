import { tenantIdFrom, type TenantId } from '../../../common/records/ids';
import type { Environment } from '../../config';
import { currentRequestId, remainingTime } from '../../tracing';

/** PostgreSQL's time limits in milliseconds; 0 means no limit. */
export interface TimeLimits {
  /** One statement, lock waits included. */
  readonly statement: number;
  /** One wait for a lock; then the statement fails. */
  readonly lock: number;
  /** An open transaction that sends nothing; PostgreSQL then closes its connection. */
  readonly idle: number;
}

type Kind = 'REQUEST' | 'JOB' | 'MIGRATION';

export type TimeLimitVariables = Pick<Environment, `DATABASE_${Kind}_${'STATEMENT' | 'LOCK' | 'IDLE'}_TIMEOUT_MS`>;

/**
 * Limits for the current work; those of a request never exceed its remaining time. A missing variable sets no limit.
 * @throws Error 57014 when the request's time is over, so that nothing is begun
 */
export function currentLimits(environment: Partial<TimeLimitVariables>): TimeLimits {
  const limits = limitsOf(currentRequestId() === null ? 'JOB' : 'REQUEST', environment);
  const rest = restOfTime();
  return { ...limits, statement: least(limits.statement, rest), lock: least(limits.lock, rest) };
}

/** The smaller limit in whole milliseconds; 0 means no limit. */
const least = (limit: number, rest: number): number => (rest === Infinity ? limit : Math.min(limit || rest, rest));

/** The remaining time of the request in whole milliseconds; Infinity for jobs. @throws Error 57014 when it is over */
export function restOfTime(): number {
  const rest = Math.ceil(remainingTime());
  if (rest <= 0) throw timeIsOver();
  return rest;
}

/** An error with PostgreSQL's code for a timed-out statement: the response is 503, and the connection stays usable. */
export function timeIsOver(): Error {
  return Object.assign(new Error('The request has used up its database time'), { code: '57014' });
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

/** The commands that open a transaction, and the time limits for answers in milliseconds; 0 means no limit. */
export interface Opening {
  readonly commands: string;
  readonly beginLimit: number;
  readonly limit: number;
}

/** Milliseconds beyond PostgreSQL's limit after which a silent connection counts as lost. */
export const GRACE = 2_000;

/** The time limit in milliseconds for opening a transaction that waits for no lock. */
const BEGIN_LIMIT = 10_000;

/**
 * A transaction with these limits. If a statement gets no answer for longer than PostgreSQL lets it run, its connection
 * counts as lost: firewalls and failovers drop connections silently, which the operating system notices only after 15
 * minutes.
 * @param waits whether the commands may wait for a lock
 */
export function openingOf(commands: string, { statement }: TimeLimits, waits = false): Opening {
  const limit = statement === 0 ? 0 : statement + GRACE;
  const beginLimit = limit === 0 ? BEGIN_LIMIT : Math.min(limit, BEGIN_LIMIT);
  return { commands, limit, beginLimit: waits ? limit : beginLimit };
}

export function settingsOf({ statement, lock, idle }: TimeLimits): readonly (readonly [name: string, value: number])[] {
  return [
    ['statement_timeout', statement],
    ['lock_timeout', lock],
    ['idle_in_transaction_session_timeout', idle],
  ];
}

/**
 * Commands that set the role, the tenant for row level security and the time limits of one transaction. They use SET
 * LOCAL inside the transaction, because a pooler in transaction mode may assign another connection to each transaction,
 * without the startup options. Changing the role changes no other setting. Unlike `SELECT set_config`, SET LOCAL is not
 * planned and returns no row.
 * @param tenantId if undefined, row level security hides the rows of all tenants
 * @throws Error when it is not a tenant id; checked here again because it becomes part of the SQL text
 */
export function settingCommands(role: string, tenantId: TenantId | undefined, limits: TimeLimits): string {
  const settings = settingsOf(limits).map(([name, value]) => `SET LOCAL ${name} = ${value}`);
  const tenant = tenantId === undefined ? '' : tenantIdFrom(tenantId);
  return [`SET LOCAL ROLE "${role}"`, `SET LOCAL app.tenant_id = '${tenant}'`, ...settings].join('; ');
}
