import { type Fault, type Finding, judged, ok, warning } from './finding';

/** Limits of PostgreSQL for connections. */
export interface ConnectionFacts {
  /** DATABASE_POOL_SIZE. */
  readonly poolSize: number;
  /** `max_connections` without those reserved for superusers. */
  readonly most: number;
  /** Open connections of all clients. */
  readonly open: number;
  /** Open connections of this login and application, by running instances. */
  readonly own: number;
  /** CONNECTION LIMIT of the login and of the database; -1 for none. */
  readonly loginLimit: number;
  readonly databaseLimit: number;
  /** `idle_session_timeout` and `transaction_timeout`, milliseconds; 0 for none. */
  readonly idleSessionTimeout: number;
  readonly transactionTimeout: number;
  /** DATABASE_JOB_STATEMENT_TIMEOUT_MS; 0 for none. */
  readonly jobTimeout: number;
}

/** How long the pool retains an idle connection, milliseconds. */
const KEPT_IDLE = 60_000;

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

/** Facts about a connection to PostgreSQL. */
export interface WayFacts {
  /** The local port of the client, and the client port that PostgreSQL sees; null for a Unix socket. */
  readonly ownPort: number | null;
  readonly seenPort: number | null;
  /** PostgreSQL's names of the statements that the connection prepared. */
  readonly prepared: readonly string[];
}

/** A pooler or proxy in between has another client port. */
const isIndirect = ({ ownPort, seenPort }: WayFacts): boolean => ownPort !== seenPort;

/** @param owner the connection of DATABASE_MIGRATION_URL; undefined if it is the same or unreachable */
export function judgeWay(service: WayFacts, owner: WayFacts | undefined, preparesStatements: boolean): Finding[] {
  return [...(owner && isIndirect(owner) ? [OF_OWNER] : []), judgeStatements(service, preparesStatements)];
}

const OF_OWNER = warning(
  'DATABASE_MIGRATION_URL leads to PostgreSQL through a pooler or a proxy',
  'Name PostgreSQL itself: tenant:export and tenant:import keep apart by locks of the session, which a pooler hands to others.',
);

function judgeStatements(service: WayFacts, preparesStatements: boolean): Finding {
  if (!isIndirect(service)) return ok('No pooler between the service and PostgreSQL');
  // PgBouncer 1.21 and later renames the prepared statements that it supports.
  const isFollowed = service.prepared.some((name) => /^PGBOUNCER_/.test(name));
  if (!preparesStatements || isFollowed)
    return ok('A pooler or a proxy stands before PostgreSQL, and statements suit it');
  return warning(
    'A pooler or a proxy stands before PostgreSQL, and DATABASE_PREPARED_STATEMENTS is true',
    'PgBouncer in transaction mode: set max_prepared_statements = 500 (from 1.21 on), or DATABASE_PREPARED_STATEMENTS=false.',
  );
}
