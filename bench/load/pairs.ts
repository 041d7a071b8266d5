import type { Program } from '../stage/program';
import { processorTime } from '../stage/usage';
import { type Calls, ClosedLoop, type Slice } from './closed-loop';
import { type Estimate, estimate, median, quantile } from './statistics';

/** A program under load, with the connections that load it. */
export interface Subject {
  readonly program: Program;
  readonly loop: ClosedLoop;
}

/** What one subject did in all its slices. */
export interface Figures {
  /** Requests a second, the median of the slices. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds of processor time a request: of the program, and of PostgreSQL. */
  readonly programCpu: number;
  readonly postgresCpu: number;
  /** Of each slice. */
  readonly rates: readonly number[];
  readonly programCpus: readonly number[];
}

export interface Paired {
  readonly figures: Readonly<Record<string, Figures>>;
  /** Ratio of the rates of two subjects, pair by pair. */
  ratio(of: string, to: string): Estimate;
  /** Ratio of the programs' processor time a request, pair by pair. */
  cpuRatio(of: string, to: string): Estimate;
}

interface Measured extends Slice {
  readonly programCpu: number;
  readonly postgresCpu: number;
}

/**
 * Slices of load on each subject in the order ABBA, so that changes of the machine meanwhile affect all of them alike. A pair
 * is one such round; ratios are taken within it.
 */
export async function pairedSlices(
  subjects: Readonly<Record<string, Subject>>,
  callsOf: (name: string) => Calls,
  options: { readonly seconds: number; readonly pairs: number; readonly postgresPid: number },
): Promise<Paired> {
  const names = Object.keys(subjects);
  const measured: Record<string, Measured[]> = Object.fromEntries(names.map((name) => [name, []]));
  const calls = new Map(names.map((name) => [name, callsOf(name)]));
  const measure = async (name: string, seconds: number): Promise<Measured> => {
    const subject = subjects[name];
    const source = calls.get(name);
    if (!subject || !source) throw new Error(`No subject ${name}`);
    const before = [processorTime(subject.program.pid, true), processorTime(options.postgresPid, true)] as const;
    const slice = await subject.loop.run(source, seconds);
    const after = [processorTime(subject.program.pid, true), processorTime(options.postgresPid, true)] as const;
    return { ...slice, programCpu: after[0] - before[0], postgresCpu: after[1] - before[1] };
  };
  for (const name of names) await warm(subjects[name], calls.get(name), options.seconds);
  for (let pair = 0; pair < options.pairs; pair += 1) {
    for (const name of pair % 2 === 0 ? names : [...names].reverse()) {
      measured[name]?.push(await measure(name, options.seconds));
    }
  }
  const figures = Object.fromEntries(names.map((name) => [name, figuresOf(measured[name] ?? [])]));
  const ratioOf = (which: 'rates' | 'programCpus', of: string, to: string): Estimate => {
    const others = figures[to]?.[which] ?? [];
    return estimate((figures[of]?.[which] ?? []).map((value, index) => value / (others[index] ?? Number.NaN)));
  };
  return {
    figures,
    ratio: (of, to) => ratioOf('rates', of, to),
    cpuRatio: (of, to) => ratioOf('programCpus', of, to),
  };
}

/**
 * Requests before the first slice, in which V8 compiles what is hot and each connection plans its statements: so many for
 * each second of a slice, within so many seconds for each.
 */
const WARMING = { requests: 1_000, seconds: 10 };

async function warm(subject: Subject | undefined, calls: Calls | undefined, slice: number): Promise<void> {
  if (!subject || !calls) return;
  const until = Date.now() + WARMING.seconds * slice * 1000;
  for (let sent = 0; sent < WARMING.requests * slice && Date.now() < until;)
    sent += (await subject.loop.run(calls, 1)).requests;
}

function figuresOf(slices: readonly Measured[]): Figures {
  const rates = slices.map(({ requests, seconds }) => requests / seconds);
  const requests = slices.reduce((sum, slice) => sum + slice.requests, 0);
  const latencies = slices.flatMap((slice) => slice.latencies);
  const total = (of: (slice: Measured) => number): number => slices.reduce((sum, slice) => sum + of(slice), 0);
  return {
    rate: median(rates),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    programCpu: total((slice) => slice.programCpu) / requests,
    postgresCpu: total((slice) => slice.postgresCpu) / requests,
    rates,
    programCpus: slices.map((slice) => slice.programCpu / slice.requests),
  };
}
