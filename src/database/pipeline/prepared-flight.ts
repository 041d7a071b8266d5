import * as pg from 'pg';
import type { PoolClient } from 'pg';
import type { Query } from '../statement';
import type { Column } from './prepared-statements';
import { WireQuery } from './wire';

/** What a statement came to. */
export interface Answer {
  readonly rows: unknown[];
  /** What PostgreSQL says it did: `SELECT`, `INSERT`, `COMMIT`. */
  readonly command: string;
}

/**
 * Runs statements that a connection has prepared, with one Sync after all of them. They are answered in one packet, where
 * each would be in one of its own; after the first that fails the others are not done. Unless a transaction is open, they
 * are one, which none of them has to open or end (*Extended Query*, pipelining, in the documentation of PostgreSQL's
 * protocol): what the first sets for the transaction holds for the others.
 * @param columns of each of them, from {@link columnsOfAll} in this turn of the event loop
 * @returns the answer to each, in their order
 * @throws what PostgreSQL says of the first that failed
 */
export async function sendPrepared(
  client: PoolClient,
  queries: readonly Query[],
  columns: readonly (readonly Column[])[],
): Promise<Answer[]> {
  try {
    return await new Promise((resolve, reject) => {
      const flight = new PreparedFlight(queries, columns, (error, answers) => {
        if (error) reject(error);
        else resolve(answers);
      });
      client.query(flight as unknown as pg.Submittable);
    });
  } catch (error) {
    // Says who asked, in place of the socket that the answer came from.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/** A connection as node-postgres hands it to a query that submits itself. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  bind(message: { portal: ''; statement: string; values: unknown[] }): void;
  execute(message: { portal: '' }): void;
  sync(): void;
}

const { prepareValue } = (pg as unknown as { readonly utils: { readonly prepareValue: (value: unknown) => unknown } })
  .utils;

class PreparedFlight extends WireQuery {
  private readonly prepared: unknown[][];
  private readonly answers: Answer[] = [];
  private found: unknown[] = [];
  private failure: Error | undefined;

  constructor(
    private readonly queries: readonly Query[],
    private readonly columns: readonly (readonly Column[])[],
    private readonly answered: (error: Error | null, answers: Answer[]) => void,
  ) {
    super('');
    this.callback = (error) => this.done(error);
    // A value that cannot be sent is refused here, before anything is written: half a flight would be the next one's.
    this.prepared = queries.map(({ values }) => values.map((value) => prepareValue(value)));
  }

  /** What it sends, for whoever counts statements or looks at them. */
  get statements(): readonly { readonly text: string; readonly values: readonly unknown[] }[] {
    return this.queries.map(({ statement, values }) => ({ text: statement.text, values }));
  }

  override submit(connection: unknown): null {
    const wire = connection as Wire;
    wire.stream.cork();
    for (const [place, { statement }] of this.queries.entries()) {
      wire.bind({ portal: '', statement: statement.name, values: this.prepared[place] ?? [] });
      wire.execute({ portal: '' });
    }
    wire.sync();
    wire.stream.uncork();
    return null;
  }

  override handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    try {
      this.found.push(rowOf(fields, this.columns[this.answers.length] ?? []));
    } catch (error) {
      this.failure ??= error as Error;
    }
  }

  override handleCommandComplete({ text }: { readonly text: string }): void {
    this.answers.push({ rows: this.found, command: text.split(' ', 1)[0] ?? '' });
    this.found = [];
  }

  override handleReadyForQuery(): void {
    this.done(this.failure ?? null);
  }

  override handleError(error: Error): void {
    this.done(error);
  }

  private done(error: Error | null): void {
    this.answered(error, this.answers);
    this.emit('end');
  }
}

function rowOf(fields: readonly (string | null)[], columns: readonly Column[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [place, { name, parse }] of columns.entries()) {
    const text = fields[place];
    row[name] = text === null || text === undefined ? null : parse(text);
  }
  return row;
}
