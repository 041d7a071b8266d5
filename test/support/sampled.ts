import { createHash } from 'node:crypto';
import { basename } from 'node:path';

/** Nightly runs execute all tests, with every case of their matrices: `WHOLE_SUITE=1`. */
export const IS_WHOLE = process.env['WHOLE_SUITE'] === '1';

/**
 * The cases of a matrix that one operation runs in an ordinary check: one of every `share`, and at least one. The name
 * decides which, so that all operations together cover all cases and every run has the same ones. Nightly runs execute
 * all.
 */
export function sampled<T>(cases: readonly T[], share: number, name: string): readonly T[] {
  if (IS_WHOLE) return cases;
  const chosen = createHash('sha256').update(name).digest().readUInt32BE() % Math.min(share, cases.length || 1);
  return cases.filter((_, index) => index % share === chosen);
}

/** The rounds of a race of two requests: each order and each form at least once, and many more at night. */
export const ROUNDS: readonly number[] = Array.from({ length: IS_WHOLE ? 30 : 6 }, (_, round) => round);

export const FORMS = ['a', 'b'] as const;

/** Whether a case runs in this form of the API: in one of the two, chosen by the name of the case, and both at night. */
export function runsIn(form: (typeof FORMS)[number], name: string): boolean {
  return sampled(FORMS, 2, name).includes(form);
}

/** The form for tests of a rule that does not depend on it, chosen by the name of the test file; both at night. */
export const ONE_FORM = FORMS.filter((form) => runsIn(form, basename(expect.getState().testPath ?? '')));
