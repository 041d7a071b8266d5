import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import { Client } from 'pg';
import type { Check } from '../check';
import { judgeWay, type WayFacts } from '../domain/connections';

const PORT = 'SELECT inet_client_port() AS port';
const PREPARED = 'SELECT name FROM pg_prepared_statements';

/** Whether a pooler stands before PostgreSQL, and whether the configuration suits it. */
export const pooler: Check = {
  name: 'pooler',
  needs: 'database',
  variables: ['DATABASE_URL', 'DATABASE_MIGRATION_URL', 'DATABASE_CONNECT_TIMEOUT_MS'],
  run: async ({ environment }) => {
    const { DATABASE_URL, DATABASE_MIGRATION_URL, DATABASE_CONNECT_TIMEOUT_MS: patience } = environment;
    const isSame = DATABASE_MIGRATION_URL === DATABASE_URL;
    const prepares = environment.DATABASE_PREPARED_STATEMENTS;
    const [service, owner] = await Promise.all([
      wayTo(DATABASE_URL, patience, prepares),
      // Only `migrate` and the operator's commands need it, and they say themselves what is wrong with it.
      isSame ? undefined : wayTo(DATABASE_MIGRATION_URL, patience, false).catch(() => undefined),
    ]);
    return judgeWay(service, owner, prepares);
  },
};

/**
 * @param prepares whether a statement may be prepared, which a pooler that does not follow it leaves behind
 * @throws what the driver fails with
 */
async function wayTo(connectionString: string, connectionTimeoutMillis: number, prepares: boolean): Promise<WayFacts> {
  const socket = new Socket();
  const client = new Client({ connectionString, connectionTimeoutMillis, stream: () => socket });
  await client.connect();
  try {
    const { rows } = await client.query<{ port: number | null }>(PORT);
    const name = `doctor_${randomUUID()}`;
    const prepared = prepares ? (await client.query<{ name: string }>({ name, text: PREPARED })).rows : [];
    return {
      ownPort: socket.localPort ?? null,
      seenPort: rows[0]?.port ?? null,
      prepared: prepared.map((statement) => statement.name),
    };
  } finally {
    await client.end();
  }
}
