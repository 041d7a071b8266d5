import * as pg from 'pg';
import type { FieldDef, PoolClient } from 'pg';
import type { Query } from '../statement';
import { WireQuery } from './wire';

/** Column of an answer: its name, and how its text becomes a value. */
export interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

/** One statement on one connection. */
export interface Prepared {
  /** What it answers; undefined until it has answered once. */
  columns: readonly Column[] | undefined;
  /** How often it was sent to be prepared and not answered yet: until it is, nobody knows whether it is prepared. */
  unanswered: number;
}

/**
 * How many statements a connection keeps prepared. PostgreSQL keeps about 35 KiB for each, and lists alone can be asked
 * for in thousands of combinations of filters and sorts; what is asked often stays among the latest.
 */
export const MOST_PREPARED = 256;

/** What each connection has prepared, by name; what was used last stands last. */
const known = new WeakMap<PoolClient, Map<string, Prepared>>();

/**
 * Notes that a statement is sent by its name now, to be prepared where it is not yet. Above the most that a connection
 * keeps, the one that was used longest ago is closed first; PostgreSQL does what it was sent in its order, so what was sent
 * before still finds it.
 */
export function sendsByName(client: PoolClient, { statement: { name } }: Query): Prepared {
  const all = known.get(client) ?? new Map<string, Prepared>();
  known.set(client, all);
  const found = all.get(name);
  if (!found) makePlace(client, all);
  const prepared = found ?? { columns: undefined, unanswered: 0 };
  prepared.unanswered += 1;
  all.delete(name);
  all.set(name, prepared);
  return prepared;
}

/** Notes that a statement was answered, or refused: then there are no columns. */
export function wasAnswered(client: PoolClient, prepared: Prepared, fields?: readonly FieldDef[]): void {
  prepared.unanswered -= 1;
  if (!fields || prepared.columns) return;
  const { getTypeParser } = client as unknown as { getTypeParser: GetTypeParser };
  prepared.columns = fields.map(({ name, dataTypeID }) => ({
    name,
    parse: getTypeParser.call(client, dataTypeID, 'text'),
  }));
}

/**
 * What each of these answers, if the connection has prepared all of them.
 * @returns undefined when it has not
 */
export function columnsOfAll(
  client: PoolClient,
  queries: readonly Query[],
): readonly (readonly Column[])[] | undefined {
  const all = known.get(client);
  if (!all) return undefined;
  const columns: (readonly Column[])[] = [];
  for (const { statement } of queries) {
    const prepared = all.get(statement.name);
    if (!prepared?.columns) return undefined;
    columns.push(prepared.columns);
  }
  for (const { statement } of queries) usedNow(all, statement.name);
  return columns;
}

type GetTypeParser = (this: PoolClient, type: number, format: 'text') => (text: string) => unknown;

function usedNow(all: Map<string, Prepared>, name: string): void {
  const prepared = all.get(name);
  if (!prepared) return;
  all.delete(name);
  all.set(name, prepared);
}

/** What is not answered yet stays, although it be too many for a moment. */
function makePlace(client: PoolClient, all: Map<string, Prepared>): void {
  for (const [name, { unanswered }] of all) {
    if (all.size < MOST_PREPARED) return;
    if (unanswered > 0) continue;
    all.delete(name);
    client.query(new CloseStatement(name) as unknown as pg.Submittable);
  }
}

/** A connection of pg's, and what it believes to be prepared. */
interface PreparingWire {
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  close(message: { type: 'S'; name: string }): void;
  sync(): void;
}

/**
 * PostgreSQL's Close message: unlike DEALLOCATE it works in a transaction that has failed, of a statement that is not
 * there, and through a PgBouncer that follows prepared statements.
 */
class CloseStatement extends WireQuery {
  constructor(private readonly statementName: string) {
    super('');
    // A connection that is lost has closed everything.
    this.callback = () => void this.emit('end');
  }

  /** What it sends, for whoever counts statements: none. */
  get statements(): readonly never[] {
    return [];
  }

  override submit(connection: unknown): null {
    const wire = connection as PreparingWire;
    wire.close({ type: 'S', name: this.statementName });
    wire.sync();
    Reflect.deleteProperty(wire.parsedStatements, this.statementName);
    Reflect.deleteProperty(wire.submittedNamedStatements, this.statementName);
    return null;
  }

  override handleReadyForQuery(): void {
    this.emit('end');
  }

  override handleError(): void {
    this.emit('end');
  }
}
