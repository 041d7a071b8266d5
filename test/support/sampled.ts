import { createHash } from 'node:crypto';

/** At night the matrices run whole: `WHOLE_MATRICES=1`. */
export const IS_WHOLE = process.env['WHOLE_MATRICES'] === '1';

/**
 * Of a matrix of operations and cases, the cases that one operation gets in a check: one of every `share`, and one at least. The name
 * chooses which, so that together the operations get all cases, and every run gets the same ones. At night each gets all.
 */
export function sampled<T>(cases: readonly T[], share: number, name: string): readonly T[] {
  if (IS_WHOLE) return cases;
  const chosen = createHash('sha256').update(name).digest().readUInt32BE() % Math.min(share, cases.length || 1);
  return cases.filter((_, index) => index % share === chosen);
}

/** The rounds of a race of two requests: each order and Form once at least, and far more at night. */
export const ROUNDS: readonly number[] = Array.from({ length: IS_WHOLE ? 30 : 6 }, (_, round) => round);
