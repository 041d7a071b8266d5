import { type Finding, ok, warning } from './finding';

/** What PostgreSQL lets the service have of connections, and ends by itself. */
export interface ConnectionFacts {
  /** DATABASE_POOL_SIZE. */
  readonly poolSize: number;
  /** `max_connections`, without those that are reserved for superusers. */
  readonly most: number;
  /** Open now, of everybody. */
  readonly open: number;
  /** Open now, of this login and application: instances that run. */
  readonly own: number;
  /** CONNECTION LIMIT of the login and of the database; -1 is none. */
  readonly loginLimit: number;
  readonly databaseLimit: number;
  /** `idle_session_timeout` and `transaction_timeout`, milliseconds; 0 is none. */
  readonly idleSessionTimeout: number;
  readonly transactionTimeout: number;
  /** DATABASE_JOB_STATEMENT_TIMEOUT_MS; 0 is none. */
  readonly jobTimeout: number;
}

/** How long the pool keeps an idle connection, milliseconds. */
const KEPT_IDLE = 60_000;

/** Whether an instance of the service gets the connections that it was told to open, and keeps them. */
export function judgeConnections(facts: ConnectionFacts): Finding[] {
  const { poolSize, most, open, own, idleSessionTimeout, transactionTimeout, jobTimeout } = facts;
  const limits = [facts.loginLimit, facts.databaseLimit].filter((limit) => limit >= 0);
  const limit = Math.min(most, ...limits);
  const free = Math.max(0, most - open);
  const faults: (readonly [isWrong: boolean, said: string, todo: string])[] = [
    [
      poolSize > limit,
      `DATABASE_POOL_SIZE is ${poolSize}, and PostgreSQL lets the service have ${limit} connections at most`,
      'Lower DATABASE_POOL_SIZE, raise max_connections or the CONNECTION LIMIT of the role or the database, or put a PgBouncer before it.',
    ],
    [
      poolSize <= limit && poolSize > free + own,
      `DATABASE_POOL_SIZE is ${poolSize}, and ${free} of ${most} connections are free`,
      'Lower the pools of all clients to less than max_connections together, or put a PgBouncer before it.',
    ],
    [
      idleSessionTimeout > 0 && idleSessionTimeout < KEPT_IDLE,
      `PostgreSQL closes idle connections after ${idleSessionTimeout} ms, and the pool keeps them for ${KEPT_IDLE} ms`,
      'Set idle_session_timeout to 0, or to more than a minute, for the login.',
    ],
    [
      transactionTimeout > 0 && (jobTimeout === 0 || transactionTimeout < jobTimeout),
      `PostgreSQL ends transactions after ${transactionTimeout} ms, before DATABASE_JOB_STATEMENT_TIMEOUT_MS does`,
      'Set transaction_timeout to 0 for the login; the service sets limits of its own inside each transaction.',
    ],
  ];
  const found = faults.filter(([isWrong]) => isWrong).map(([, said, todo]) => warning(said, todo));
  return found.length > 0 ? found : [ok(`A pool of ${poolSize}; ${open} of ${most} connections are open`)];
}
