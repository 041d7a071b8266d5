import { type Estimate, estimate, median } from './statistics';

/** Runs one slice of work and returns its rate, in units a second. */
export type Rated = () => Promise<number>;

/** Rates of several subjects whose slices followed each other. */
export interface PairedRates<Name extends string> {
  /** The rate of each slice. */
  readonly rates: Readonly<Record<Name, readonly number[]>>;
  /** The median of its slices. */
  rate(name: Name): number;
  /** The rates of one against those of another, round by round. */
  ratio(of: Name, to: Name): Estimate;
}

/** Slices of each subject in the order ABBA; ratios are taken within a round. */
export async function pairedRates<Name extends string>(
  subjects: Readonly<Record<Name, Rated>>,
  pairs: number,
): Promise<PairedRates<Name>> {
  const names = Object.keys(subjects) as Name[];
  const rates = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>;
  for (let pair = 0; pair < pairs; pair += 1) {
    for (const name of pair % 2 === 0 ? names : [...names].reverse()) rates[name].push(await subjects[name]());
  }
  return {
    rates,
    rate: (name) => median(rates[name]),
    ratio: (of, to) => estimate(rates[of].map((rate, round) => rate / (rates[to][round] ?? Number.NaN))),
  };
}
