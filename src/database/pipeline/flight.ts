import type { PoolClient, QueryResult } from 'pg';
import type { Query } from '../statement';
import { oneFlight } from './one-packet';
import { sendPrepared } from './prepared-flight';
import { columnsOfAll, sendsByName, wasAnswered } from './prepared-statements';

/**
 * Sends a whole transaction in one packet, and prepares nothing. All of it is written before this returns, so that a
 * connection may be given several of them at once.
 * @param begin what opens it
 * @returns the rows of each query, in their order
 * @throws what the first query that failed says; the transaction has then done nothing
 */
export async function fly(client: PoolClient, begin: string, queries: readonly Query[]): Promise<unknown[][]> {
  const answers = await transaction(client, begin, () =>
    queries.map(({ statement: { text }, values }) => client.query({ text, values: [...values] })),
  );
  return answers.map(({ rows }) => rows as unknown[]);
}

/**
 * The same for statements that set up their transaction themselves: each connection prepares them once, and as soon as it
 * has prepared all of them they go in fewer messages ({@link sendPrepared}).
 */
export async function flyPrepared(client: PoolClient, queries: readonly Query[]): Promise<unknown[][]> {
  const columns = columnsOfAll(client, queries);
  if (columns) return (await sendPrepared(client, queries, columns)).map(({ rows }) => rows);
  const answers = await transaction(client, 'BEGIN', () => queries.map((query) => prepareAndRun(client, query)));
  return answers.map(({ rows }) => rows as unknown[]);
}

/** Not an async function: what it sends is sent when it returns. */
function prepareAndRun(client: PoolClient, query: Query): Promise<QueryResult> {
  const { name, text } = query.statement;
  const prepared = sendsByName(client, query);
  return client.query({ name, text, values: [...query.values] }).then(
    (result) => {
      wasAnswered(client, prepared, result.fields);
      return result;
    },
    (error: unknown) => {
      wasAnswered(client, prepared);
      throw error;
    },
  );
}

async function transaction(
  client: PoolClient,
  begin: string,
  send: () => Promise<QueryResult>[],
): Promise<QueryResult[]> {
  oneFlight(client);
  const flight = [client.query(begin), ...send(), client.query('COMMIT')];
  const settled = await Promise.allSettled(flight);
  const failure = settled.find((outcome) => outcome.status === 'rejected');
  if (failure) throw failure.reason;
  const answers = await Promise.all(flight);
  return answers.slice(1, -1);
}
