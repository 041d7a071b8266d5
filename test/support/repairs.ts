import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeLiteral } from 'pg';

/** The script in deploy/ that repairs these figures, with a verification's output in place of psql's variable. */
export function repair(figures: 'budgets' | 'reports', verified: object): string {
  const script = readFileSync(join(__dirname, `../../deploy/repair-${figures}.sql`), 'utf8');
  return script.replace(/^--.*$/gm, '').replace(`:'verified'`, () => escapeLiteral(JSON.stringify(verified)));
}
