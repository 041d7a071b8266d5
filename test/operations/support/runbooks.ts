import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const RUNBOOKS = join(__dirname, '../../../docs/runbooks');

/** A page of docs/runbooks, with its commands. */
export interface Runbook {
  readonly alert: string;
  readonly text: string;
  /** From lines `ask '...'`: queries to Prometheus. */
  readonly queries: readonly string[];
  /** From lines `sql "..."`: SQL statements. */
  readonly statements: readonly string[];
}

/** The pages about alerts, without the README. */
export function runbooks(): Runbook[] {
  return readdirSync(RUNBOOKS)
    .filter((name) => name !== 'README.md')
    .map((name) => {
      const text = readFileSync(join(RUNBOOKS, name), 'utf8');
      const all = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, given = '']) => given);
      return {
        alert: name.replace(/\.md$/, ''),
        text,
        queries: all(/\bask '([^']+)'/g),
        statements: all(/\bsql "([^"]+)"/g),
      };
    });
}
