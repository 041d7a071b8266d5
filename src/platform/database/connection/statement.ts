import { createHash } from 'node:crypto';
import { types } from 'node:util';

/**
 * A SQL text with the name under which each connection prepares it once. PostgreSQL plans an unnamed statement anew
 * at every call; the hot reads of the service are therefore all named. See `MOST_PREPARED` for how many a connection keeps.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** The statements of the latest thousand texts, so that a name is computed once. */
const known = new Map<string, Statement>();
const MOST_KNOWN = 1000;

/** The statement of a SQL text. The name follows from the text, so that two texts never share one. */
export function statement(text: string): Statement {
  const found = known.get(text) ?? { name: createHash('sha1').update(text).digest('base64url'), text };
  // What is asked for now stands last; what was asked for longest ago stands first, and goes.
  known.delete(text);
  known.set(text, found);
  if (known.size > MOST_KNOWN) known.delete(known.keys().next().value ?? '');
  return found;
}

/** A statement and the values of its placeholders. */
export interface Query {
  readonly statement: Statement;
  readonly values: readonly unknown[];
}

/** A SQL text with its values. Texts are remembered: a connection prepares each once, by a name of its own. */
export function query(text: string, values: readonly unknown[] = []): Query {
  return { statement: statement(text), values };
}

/**
 * The values of a statement in a form that node-postgres can always send. Objects become JSON here, before anything is sent: an
 * object without JSON must fail first, not when half of a transaction has been sent.
 * @throws TypeError when an object has no JSON, because it holds itself or a bigint
 */
export function encodable(values: readonly unknown[]): unknown[] {
  return values.map(encodableValue);
}

function encodableValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || types.isDate(value) || ArrayBuffer.isView(value)) return value;
  return Array.isArray(value) ? value.map(encodableValue) : JSON.stringify(value);
}
