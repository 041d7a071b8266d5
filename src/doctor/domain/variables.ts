import { type Finding, warning } from './finding';

/** How names of our variables begin; what only resembles one of ours is found by its letters. */
const OURS = /^(APP_ENC|DATABASE_|REDIS_|WEBHOOK_|PDF_|STORAGE_|S3_|SMTP_|MAIL_|TENANT_|ADMIN_|IMPORT_|IDEMPOTENCY_)/;

/** What Docker and Kubernetes set for a service that is called `redis` or `database`. */
const OF_ORCHESTRATOR = /_(SERVICE_(HOST|PORT)(_\w+)?|PORT(_\d+_(TCP|UDP)(_(ADDR|PORT|PROTO))?)?|NAME)$/;

/** Letters that may be wrong in a name that was meant to be ours. */
const SLIPS = 2;

/** Shorter names are a letter or two from any other. */
const SHORTEST = 8;

/**
 * Variables that are set, look like ours and are not read by anything: a slip of the pen is otherwise silent.
 * @param names of all that is set
 * @param known names of those that are read
 */
export function unknownVariables(names: readonly string[], known: readonly string[]): Finding[] {
  const read = new Set(known);
  return names.flatMap((name) => {
    if (read.has(name) || OF_ORCHESTRATOR.test(name)) return [];
    const meant = nearest(name, known);
    if (meant === undefined && !OURS.test(name)) return [];
    const todo = meant === undefined ? 'Remove it, or correct its name.' : `Did you mean ${meant}?`;
    return [warning(`${name} is set, and nothing reads it`, `${todo} The file .env.example names all variables.`)];
  });
}

function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length < SHORTEST) return undefined;
  const near = known
    .filter((one) => one.length >= SHORTEST)
    .map((one) => ({ one, slips: distance(name, one) }))
    .filter(({ slips }) => slips <= SLIPS)
    .sort((a, b) => a.slips - b.slips);
  return near[0]?.one;
}

/** Letters to put in, leave out or change to make one text the other (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [above, letter] of [...one].entries()) {
    const next = [above + 1];
    for (const [index, wanted] of [...other].entries()) {
      const change = (row[index] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(change, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
