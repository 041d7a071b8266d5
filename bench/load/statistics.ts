/** A median with its 95 % confidence interval. */
export interface Estimate {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The median and its bootstrap interval, deterministic for the same values. */
export function estimate(values: readonly number[]): Estimate {
  const next = generator(20_260_101);
  const medians = Array.from({ length: 2_000 }, () =>
    median(Array.from(values, () => values[Math.floor(next() * values.length)] ?? Number.NaN)),
  );
  return { median: median(values), low: quantile(medians, 0.025), high: quantile(medians, 0.975) };
}

/** Whether the interval is narrower than this share of the median. */
export const isWithin = ({ median: middle, low, high }: Estimate, share: number): boolean =>
  high - low < share * middle;

export type Verdict = 'PASS' | 'FAIL' | 'UNDECIDED';

/** Compares an estimate with the largest permitted value. */
export function verdictOf({ low, high }: Estimate, most: number): Verdict {
  if (high <= most) return 'PASS';
  return low > most ? 'FAIL' : 'UNDECIDED';
}

/** The linear congruential generator of Numerical Recipes, from 0 to below 1. */
export function generator(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}
