import type { Program } from '../stage/program';
import { processorTime } from '../stage/usage';
import { type Calls, ClosedLoop, type Slice } from './closed-loop';
import { type Estimate, estimate, median, quantile } from './statistics';

export interface Subject {
  readonly program: Program;
  readonly loop: ClosedLoop;
}

/** A slice of load, with the CPU milliseconds of the program and PostgreSQL for all of it. */
export interface Measured extends Slice {
  readonly programCpu: number;
  readonly postgresCpu: number;
}

export interface Figures {
  /** Requests per second, as the median of the slices. */
  readonly rate: number;
  /** CPU milliseconds per request, of the program and of PostgreSQL. */
  readonly programCpu: number;
  readonly postgresCpu: number;
  /** Milliseconds of each request, unordered. */
  readonly latencies: readonly number[];
}

export const rateOf = ({ requests, seconds }: Measured): number => requests / seconds;
export const programCpuOf = ({ programCpu, requests }: Measured): number => programCpu / requests;
export const postgresCpuOf = ({ postgresCpu, requests }: Measured): number => postgresCpu / requests;

export async function measured(program: Program, postgresPid: number, slice: () => Promise<Slice>): Promise<Measured> {
  const now = () => [processorTime(program.pid), processorTime(postgresPid)] as const;
  const before = now();
  const done = await slice();
  const after = now();
  return { ...done, programCpu: after[0] - before[0], postgresCpu: after[1] - before[1] };
}

/** An even number: half of the pairs run in each order. */
const FEWEST_PAIRS = 6;

/**
 * Runs subjects in the order ABBA, so that changes of the machine affect them alike.
 * @param pairs most slices of each
 * @param isPrecise whether the slices so far suffice
 */
export async function inPairs<Name extends string, Found>(
  subjects: Readonly<Record<Name, () => Promise<Found>>>,
  pairs: number,
  isPrecise: (found: Readonly<Record<Name, readonly Found[]>>) => boolean = () => false,
): Promise<Record<Name, Found[]>> {
  const names = Object.keys(subjects) as Name[];
  const found = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Found[]>;
  for (let pair = 0; pair < pairs; pair += 1) {
    for (const name of pair % 2 === 0 ? names : [...names].reverse()) found[name].push(await subjects[name]());
    if (pair + 1 >= FEWEST_PAIRS && isPrecise(found)) break;
  }
  return found;
}

/** Computed within each pair. */
export function ratio<Found>(
  of: readonly Found[] = [],
  to: readonly Found[] = [],
  figure: (slice: Found) => number,
): Estimate {
  const others = to.map(figure);
  return estimate(of.map((slice, pair) => figure(slice) / (others[pair] ?? Number.NaN)));
}

export type Slices = Readonly<Record<string, readonly Measured[]>>;

/** Paired slices of the same load on several programs, after a warm-up of each. */
export async function pairedSlices(
  subjects: Readonly<Record<string, Subject>>,
  calls: () => Calls,
  options: { readonly seconds: number; readonly pairs: number; readonly postgresPid: number },
  isPrecise?: (found: Slices) => boolean,
): Promise<Record<string, Measured[]>> {
  const slices: Record<string, () => Promise<Measured>> = {};
  for (const [name, { program, loop }] of Object.entries(subjects)) {
    const next = calls();
    await warm(loop, next, options.seconds);
    slices[name] = () => measured(program, options.postgresPid, () => loop.run(next, options.seconds));
  }
  return inPairs(slices, options.pairs, isPrecise);
}

/**
 * During the warm-up V8 compiles hot code and each connection plans its statements. Requests per second of a slice,
 * and its time limit in seconds per second of a slice.
 */
const WARMING = { requests: 1_000, seconds: 10 };

async function warm(loop: ClosedLoop, calls: Calls, slice: number): Promise<void> {
  const until = Date.now() + WARMING.seconds * slice * 1000;
  for (let sent = 0; sent < WARMING.requests * slice && Date.now() < until;)
    sent += (await loop.run(calls, 1)).requests;
}

export function figuresOf(slices: readonly Measured[] = []): Figures {
  const total = (of: (slice: Measured) => number): number => slices.reduce((sum, slice) => sum + of(slice), 0);
  const requests = total((slice) => slice.requests);
  return {
    rate: median(slices.map(rateOf)),
    programCpu: total((slice) => slice.programCpu) / requests,
    postgresCpu: total((slice) => slice.postgresCpu) / requests,
    latencies: slices.flatMap((slice) => slice.latencies),
  };
}

/** The milliseconds that half of all requests, 99 of 100 and 999 of 1,000 did not exceed. */
export const quantiles = (latencies: readonly number[]): number[] =>
  [0.5, 0.99, 0.999].map((share) => quantile(latencies, share));
