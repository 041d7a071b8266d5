/** What only our variables begin with. */
const OURS = /^(?:APP_ENCRYPTION|DATABASE|WEBHOOK|IDEMPOTENCY|PDF|TENANT)_/;

/** What Kubernetes sets for a service of this name: `DATABASE_SERVICE_HOST`, `DATABASE_PORT_5432_TCP_ADDR`. */
const KUBERNETES = /_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT|PORT_\d+_\w+)$/;

/** Letters that may differ from the name that was meant. */
const MOST_DIFFERENCES = 2;

/** Shorter names differ by as little from names that others use: `PATH`, `HOST`, `PORT`. */
const SHORTEST = 8;

/**
 * Variables that nobody reads and that look like known ones, a sentence each.
 * @param given names of the environment
 * @param known names that are read
 */
export function misspelledVariables(given: readonly string[], known: readonly string[]): string[] {
  const read = new Set(known);
  return given.flatMap((name) => {
    if (read.has(name) || KUBERNETES.test(name)) return [];
    const meant = name.length < SHORTEST ? undefined : nearest(name, known);
    if (meant === undefined && !OURS.test(name)) return [];
    return [`The variable ${name} is not read${meant === undefined ? '' : `; is ${meant} meant?`}`];
  });
}

function nearest(name: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((one) => ({ one, distance: one.length < SHORTEST ? Infinity : distanceOf(name, one) }))
    .sort((left, right) => left.distance - right.distance);
  return best && best.distance <= MOST_DIFFERENCES ? best.one : undefined;
}

/** Letters to insert, delete or replace that make one text of the other (Levenshtein). */
function distanceOf(left: string, right: string): number {
  if (Math.abs(left.length - right.length) > MOST_DIFFERENCES) return Infinity;
  let row = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (const [line, letter] of [...left].entries()) {
    const next = [line + 1];
    for (const [column, other] of [...right].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? Infinity;
}
