import { createHash } from 'node:crypto';

/**
 * A SQL text with the name under which each connection prepares it once. PostgreSQL plans an unnamed statement anew
 * at every call; the hot reads of the service are therefore all named.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

const known = new Map<string, Statement>();

/** The statement of a SQL text. The name follows from the text, so that two texts never share one. */
export function statement(text: string): Statement {
  let found = known.get(text);
  if (!found) {
    found = { name: createHash('sha1').update(text).digest('base64url'), text };
    known.set(text, found);
  }
  return found;
}

/** A statement and the values of its placeholders. */
export interface Query {
  readonly statement: Statement;
  readonly values: readonly unknown[];
}

/** Pairs a SQL text with its values. */
export function query(text: string, values: readonly unknown[] = []): Query {
  return { statement: statement(text), values };
}
