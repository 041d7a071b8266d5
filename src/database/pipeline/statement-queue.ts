import type { PoolClient } from 'pg';
import type { Query } from '../statement';
import { oneFlight } from './one-packet';
import { type Answer, sendPrepared } from './prepared-flight';
import { type Column, columnsOfAll, sendsByName, wasAnswered } from './prepared-statements';

interface Waiting {
  readonly query: Query;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The statements of one open transaction on their way to PostgreSQL. What is sent before this turn of the event loop ends
 * leaves together, in its order, and is answered together. Of those one failing, all of them fail with what it says: the
 * transaction is lost anyway.
 */
export class StatementQueue {
  private waiting: Waiting[] = [];
  private closed = false;

  /** @param prepares whether the connection keeps prepared statements */
  constructor(
    private readonly client: PoolClient,
    private readonly prepares: boolean,
  ) {}

  /** @throws what PostgreSQL says of it, or of another that left with it */
  send(query: Query): Promise<Answer> {
    if (this.closed) return Promise.reject(new Error('The transaction is over'));
    return new Promise((resolve, reject) => {
      if (this.waiting.push({ query, resolve, reject }) === 1) process.nextTick(() => this.flush());
    });
  }

  /** Lets go what waits, so that what is written to the connection itself comes after it. */
  flush(): void {
    const leaving = this.waiting;
    if (leaving.length === 0) return;
    this.waiting = [];
    oneFlight(this.client);
    const queries = leaving.map(({ query }) => query);
    const columns = this.prepares ? columnsOfAll(this.client, queries) : undefined;
    if (columns) this.sendTogether(leaving, queries, columns);
    else for (const one of leaving) this.sendAlone(one);
  }

  /** The transaction is over: nothing leaves after it, when the connection may be another's. */
  close(): void {
    this.closed = true;
    for (const { reject } of this.waiting.splice(0)) reject(new Error('The transaction is over'));
  }

  private sendTogether(
    leaving: readonly Waiting[],
    queries: readonly Query[],
    columns: readonly (readonly Column[])[],
  ): void {
    sendPrepared(this.client, queries, columns).then(
      (answers) => leaving.forEach(({ resolve }, place) => resolve(answers[place] as Answer)),
      (error: unknown) => leaving.forEach(({ reject }) => reject(error)),
    );
  }

  private sendAlone({ query, resolve, reject }: Waiting): void {
    const { name, text } = query.statement;
    const prepared = this.prepares ? sendsByName(this.client, query) : undefined;
    this.client.query({ name, text, values: [...query.values] }).then(
      (result) => {
        if (prepared) wasAnswered(this.client, prepared, result.fields);
        resolve(result);
      },
      (error: unknown) => {
        if (prepared) wasAnswered(this.client, prepared);
        reject(error);
      },
    );
  }
}
