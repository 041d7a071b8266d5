import type { PoolClient, QueryResult } from 'pg';
import type { Query } from '../statement';
import { oneFlight } from './one-packet';
import { knowsAll, learn, sendPrepared } from './prepared-flight';

/**
 * Sends a whole transaction in one packet. All of it is written before this returns, so that a connection may be given
 * several of them at once.
 * @param begin what opens it
 * @returns the rows of each query, in their order
 * @throws what the first query that failed says; the transaction has then done nothing
 */
export async function fly(client: PoolClient, begin: string, queries: readonly Query[]): Promise<unknown[][]> {
  const answers = await transaction(client, begin, queries);
  return answers.map(({ rows }) => rows as unknown[]);
}

/**
 * The same for statements that set up their transaction themselves: as soon as the connection has prepared all of them, in
 * fewer messages ({@link sendPrepared}).
 */
export async function flyPrepared(client: PoolClient, queries: readonly Query[]): Promise<unknown[][]> {
  if (knowsAll(client, queries)) return (await sendPrepared(client, queries)).map(({ rows }) => rows);
  const answers = await transaction(client, 'BEGIN', queries);
  return queries.map((query, place) => {
    const { fields, rows } = answers[place] as QueryResult;
    learn(client, query, fields);
    return rows as unknown[];
  });
}

async function transaction(client: PoolClient, begin: string, queries: readonly Query[]): Promise<QueryResult[]> {
  oneFlight(client);
  const flight = [
    client.query(begin),
    ...queries.map(({ statement, values }) =>
      client.query({ name: statement.name, text: statement.text, values: [...values] }),
    ),
    client.query('COMMIT'),
  ];
  const settled = await Promise.allSettled(flight);
  const failure = settled.find((outcome) => outcome.status === 'rejected');
  if (failure) throw failure.reason;
  const answers = await Promise.all(flight);
  return answers.slice(1, -1);
}
