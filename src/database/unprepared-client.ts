import { Client, type ClientConfig } from 'pg';

interface Named {
  readonly name: string;
}

/**
 * A connection that prepares nothing: the names of statements stay here, and each is sent with its text. For a pooler
 * that hands every transaction another server connection and does not know what was prepared on which (PgBouncer
 * before 1.21). PostgreSQL plans every statement anew then.
 */
export class UnpreparedClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    const send = (...args: unknown[]): unknown => (Client.prototype.query as Send).apply(this, args);
    const unnamed = (first: unknown, ...rest: unknown[]): unknown =>
      send(isNamed(first) ? { ...first, name: undefined } : first, ...rest);
    this.query = unnamed as typeof this.query;
  }
}

type Send = (this: Client, ...args: unknown[]) => unknown;

/** What TypeORM and the service send; a query that is an object of pg's own has a method to submit itself. */
function isNamed(query: unknown): query is Named {
  return typeof query === 'object' && query !== null && 'name' in query && !('submit' in query);
}
