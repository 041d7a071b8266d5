import { type Fault, type Finding, judged, ok, warning } from './finding';

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
  const faults: Fault[] = [
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
  return judged(faults, `A pool of ${poolSize}; ${open} of ${most} connections are open`);
}

/** How a connection comes to PostgreSQL. */
export interface WayFacts {
  /** The port that the caller sees of its own end, and the one that PostgreSQL sees; null where either has none (a socket of files). */
  readonly ownPort: number | null;
  readonly seenPort: number | null;
  /** Names that PostgreSQL has for the statements that the connection prepared. */
  readonly prepared: readonly string[];
}

/** Whether something stands between, a pooler or a proxy: PostgreSQL then sees another end of the connection. */
const isIndirect = ({ ownPort, seenPort }: WayFacts): boolean => ownPort !== seenPort;

/**
 * What stands between the service and PostgreSQL, and whether the configuration suits it.
 * @param service the way of DATABASE_URL
 * @param owner the way of DATABASE_MIGRATION_URL; undefined where it is the same or was not reached
 * @param preparesStatements DATABASE_PREPARED_STATEMENTS
 */
export function judgeWay(service: WayFacts, owner: WayFacts | undefined, preparesStatements: boolean): Finding[] {
  return [...(owner && isIndirect(owner) ? [OF_OWNER] : []), judgeStatements(service, preparesStatements)];
}

const OF_OWNER = warning(
  'DATABASE_MIGRATION_URL leads to PostgreSQL through a pooler or a proxy',
  'Name PostgreSQL itself: tenant:export and tenant:import keep apart by locks of the session, which a pooler hands to others.',
);

function judgeStatements(service: WayFacts, preparesStatements: boolean): Finding {
  if (!isIndirect(service)) return ok('Nothing stands between the service and PostgreSQL');
  // PgBouncer from 1.21 on gives statements that it follows names of its own.
  const isFollowed = service.prepared.some((name) => /^PGBOUNCER_/.test(name));
  if (!preparesStatements || isFollowed)
    return ok('A pooler or a proxy stands before PostgreSQL, and statements suit it');
  return warning(
    'A pooler or a proxy stands before PostgreSQL, and DATABASE_PREPARED_STATEMENTS is true',
    'PgBouncer in transaction mode: set max_prepared_statements = 500 (from 1.21 on), or DATABASE_PREPARED_STATEMENTS=false.',
  );
}
