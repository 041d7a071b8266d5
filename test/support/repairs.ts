import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeLiteral } from 'pg';

/** A script of deploy/ that repairs figures, with the output of a verification in the place of psql's variable. */
export function repair(figures: 'budgets' | 'reports', verified: object): string {
  const script = readFileSync(join(__dirname, `../../deploy/repair-${figures}.sql`), 'utf8');
  return script.replace(/^--.*$/gm, '').replace(`:'verified'`, () => escapeLiteral(JSON.stringify(verified)));
}
