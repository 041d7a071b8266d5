/** The costs of a request of a workload. Bytes are those of the response, including its head. */
export interface Counts {
  readonly statements: number;
  readonly roundTrips: number;
  readonly bytes: number;
  readonly allocated: number;
}

/** By the title of each workload. */
export type Budget = Readonly<Record<string, Counts>>;

const FIGURES: Readonly<Record<keyof Counts, string>> = {
  statements: 'SQL statements',
  roundTrips: 'round trips to PostgreSQL',
  bytes: 'bytes of the response',
  allocated: 'allocated bytes',
};

export const FIGURE_NAMES = Object.keys(FIGURES) as (keyof Counts)[];

/** Two runs of the same program differ by up to half of this; other figures are exact. */
const ALLOCATED_MAY_DIFFER = 0.05;

/**
 * Compares counts with the budget.
 * @param judged figures that are compared
 * @returns a sentence for each figure that grew, and for each that shrank
 */
export function compare(
  budget: Budget,
  found: Budget,
  judged: readonly (keyof Counts)[] = FIGURE_NAMES,
): { readonly grown: readonly string[]; readonly shrunk: readonly string[] } {
  const grown: string[] = [];
  const shrunk = Object.keys(budget).flatMap((title) =>
    found[title] ? [] : [`${title}: it is in the budget, but is not counted any more`],
  );
  for (const [title, counts] of Object.entries(found)) {
    const allowed = budget[title];
    if (!allowed) {
      grown.push(`${title}: it is not in the budget`);
      continue;
    }
    for (const figure of judged) {
      const [before, now] = [allowed[figure], counts[figure]];
      const margin = figure === 'allocated' ? before * ALLOCATED_MAY_DIFFER : 0;
      const sentence = (what: string): string =>
        `${title}: ${FIGURES[figure]} ${what}: ${before} in the budget, ${now} found`;
      if (now > before + margin) grown.push(sentence('grew'));
      if (now < before - margin) shrunk.push(sentence('shrank'));
    }
  }
  return { grown, shrunk };
}
