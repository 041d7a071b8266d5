import { createHash } from 'node:crypto';
import { types } from 'node:util';

/** A SQL text that each connection prepares once by name. PostgreSQL plans unnamed statements at every call. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** The latest thousand statements, so that each name is computed once. */
const known = new Map<string, Statement>();
const MOST_KNOWN = 1000;

/** The statement of a SQL text. Its name is a hash of the text, so two texts never share one. */
export function statement(text: string): Statement {
  const found = known.get(text) ?? { name: createHash('sha1').update(text).digest('base64url'), text };
  // Least recently used texts come first and are evicted.
  known.delete(text);
  known.set(text, found);
  if (known.size > MOST_KNOWN) known.delete(known.keys().next().value ?? '');
  return found;
}

export interface Query {
  readonly statement: Statement;
  readonly values: readonly unknown[];
}

export function query(text: string, values: readonly unknown[] = []): Query {
  return { statement: statement(text), values };
}

/**
 * Converts values to a form that node-postgres can always send. Objects become JSON here, so that an object without
 * JSON fails before half of a transaction has been sent.
 * @throws TypeError when an object has no JSON because of a cycle or a bigint
 */
export function encodable(values: readonly unknown[]): unknown[] {
  return values.map(encodableValue);
}

function encodableValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || types.isDate(value) || ArrayBuffer.isView(value)) return value;
  return Array.isArray(value) ? value.map(encodableValue) : JSON.stringify(value);
}
