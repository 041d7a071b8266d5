import type { Client } from 'pg';
import { startSpan } from '../../tracing';
import { type QueryArguments, overrideQuery, queryOf, type PipelinedClient } from './pipelined-client';

/** The summary of a statement for its span: its verb and its main table. */
export interface Summary {
  readonly operation: string;
  readonly table?: string;
}

/** The first table that is written. FOR UPDATE only locks, so it does not count. */
const WRITES = /\b(INSERT\s+INTO|DELETE\s+FROM|(?<!\b(?:FOR|KEY)\s+)UPDATE)\s+"?([a-z_][a-z0-9_]*)"?(?=[\s(])/i;
const READS = /\bFROM\s+"?([a-z_][a-z0-9_]*)"?/gi;
const NAMED =
  /(?:\bWITH|,)\s+(?:RECURSIVE\s+)?"?([a-z_][a-z0-9_]*)"?(?:\s*\([^)]*\))?\s+AS\s+(?:(?:NOT\s+)?MATERIALIZED\s+)?\(/gi;

/** Functions that return rows. */
const FUNCTIONS = new Set(['unnest', 'jsonb_to_recordset', 'generate_series']);

/** Commands that open a transaction and set its scope. They are sent together with the first statement. */
const IS_SCOPE = /^\s*(BEGIN|SET|START)\b/i;

const known = new Map<string, Summary | undefined>();
const MOST_KNOWN = 1000;

/** @returns undefined for the commands that open a transaction */
export function summaryOf(text: string): Summary | undefined {
  if (known.has(text)) return known.get(text);
  const found = IS_SCOPE.test(text) ? undefined : summarised(text);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(text, found);
  return found;
}

function summarised(text: string): Summary {
  const [, verb, written] = WRITES.exec(text) ?? [];
  if (verb !== undefined && written !== undefined) {
    return { operation: verb.split(/\s/, 1)[0]?.toUpperCase() ?? '', table: written };
  }
  const operation = /^\W*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'UNKNOWN';
  const named = new Set([...text.matchAll(NAMED)].map(([, name]) => name));
  const table = [...text.matchAll(READS)]
    .map(([, name = '']) => name)
    .find((name) => !named.has(name) && !FUNCTIONS.has(name));
  return { operation: operation === 'WITH' ? 'SELECT' : operation, ...(table === undefined ? {} : { table }) };
}

/** Adds a span to each statement of traced work: its verb and table, but neither text nor values. */
export function traced(Base: typeof PipelinedClient): typeof PipelinedClient {
  class Traced extends Base {}
  overrideQuery(Traced, function (...args) {
    const span = spanOf(this, textOf(args[0]));
    const answer = queryOf(Base).apply(this, [...args]);
    if (!span || !(answer instanceof Promise)) return answer;
    answer.then(
      () => span.end(),
      (error: unknown) => span.end(error),
    );
    return answer;
  });
  return Traced;
}

const textOf = (args: QueryArguments[0] | undefined): string => (typeof args === 'object' ? args.text : (args ?? ''));

function spanOf({ host, port, database }: Client, text: string): ReturnType<typeof startSpan> {
  const summary = summaryOf(text);
  if (!summary) return undefined;
  const { operation, table } = summary;
  const name = table === undefined ? operation : `${operation} ${table}`;
  return startSpan({
    name,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.namespace': database,
      'db.operation.name': operation,
      'db.collection.name': table,
      'db.query.summary': name,
      'server.address': host,
      'server.port': port,
    },
  });
}
