import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const RUNBOOKS = join(__dirname, '../../../docs/runbooks');

/** A page of docs/runbooks, with what it tells its reader to run. */
export interface Runbook {
  /** The alert's name. */
  readonly alert: string;
  readonly text: string;
  /** Of its lines `ask '...'`: queries to Prometheus. */
  readonly queries: readonly string[];
  /** Of its lines `sql "..."`: statements. */
  readonly statements: readonly string[];
}

/** The pages about alerts; their README is none. */
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
