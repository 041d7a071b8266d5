import { type Finding, ok, warning } from './finding';

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
