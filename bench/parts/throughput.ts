import { ClosedLoop, type Calls } from '../load/closed-loop';
import { openLoop } from '../load/open-loop';
import { type Figures, type Paired, pairedSlices, type Subject } from '../load/pairs';
import { type Estimate, quantile } from '../load/statistics';
import type { Scale } from '../scale';
import type { Program } from '../stage/program';
import type { Stage } from '../stage/stage';
import { residentMemory } from '../stage/usage';
import { createOrder, filteredPage, firstPage, getOrder, inTurn, search, spending } from '../workloads/calls';
import { approvals, type ApprovalFigures } from './approvals';
import { compareAnswers } from './same-answers';

/** The figures of a workload that the baselines run as well. */
export interface Compared {
  readonly title: string;
  readonly figures: Readonly<Record<string, Figures>>;
  readonly toBare: Estimate;
  readonly toExpress: Estimate;
  /** The control: the second copy of the bare baseline against the first, which ought to be 1. */
  readonly control: Estimate;
  /** Whether the interval of the control passes 0.9 or 1.1: ratios near 1 then prove nothing. */
  readonly undecided: boolean;
}

export interface Throughput {
  readonly compared: Readonly<Record<string, Compared>>;
  readonly alone: Readonly<Record<string, { readonly title: string; readonly figures: Figures }>>;
  readonly approve: ApprovalFigures | undefined;
  readonly openLoop: Readonly<Record<string, { readonly rate: number; readonly p50: number; readonly p99: number }>>;
  /** Resident bytes of each program after all of it. */
  readonly memory: Readonly<Record<string, number>>;
}

/** Throughput of the service beside both baselines, and of what only the service does. */
export async function throughput(stage: Stage, scale: Scale, say: (what: string) => void): Promise<Throughput> {
  const programs = {
    service: await stage.service('service', 1),
    bare: await stage.baseline('bare', 'baselines/bare', 2),
    control: await stage.baseline('control', 'baselines/bare', 3),
    express: await stage.baseline('express', 'baselines/express', 4),
  };
  await compareAnswers(programs, scale);
  const subjects = Object.fromEntries(
    Object.entries(programs).map(([name, program]) => [name, subject(program, scale)]),
  ) as Record<keyof typeof programs, Subject>;
  const options = { seconds: scale.sliceSeconds, pairs: scale.pairs, postgresPid: stage.servers.postgres.pid };
  const compared: Record<string, Compared> = {};
  const shared: Record<string, { title: string; calls: () => Calls }> = {
    W1: { title: 'GET one order', calls: () => getOrder(scale) },
    W2: { title: 'first page of 15, exact total', calls: () => firstPage(scale) },
    W3: { title: 'POST an order of 3 lines, many tenants', calls: () => createOrder(scale.crowd) },
    'W3 one tenant': { title: 'POST an order of 3 lines, one tenant', calls: () => createOrder([scale.busy]) },
  };
  for (const [name, { title, calls }] of wanted(shared, scale)) {
    compared[name] = verdict(title, await pairedSlices(subjects, calls, options));
    say(`${name} ${line(compared[name])}`);
  }
  const only = { service: subjects.service };
  const alone: Record<string, { title: string; figures: Figures }> = {};
  const own: Record<string, { title: string; calls: Calls }> = {
    W4: {
      title: 'list by status, vendor and days',
      calls: inTurn(filteredPage(scale.small), filteredPage(scale.middle)),
    },
    W5: { title: 'search', calls: inTurn(search(scale.small), search(scale.middle)) },
    W6: { title: 'spending report', calls: inTurn(spending(scale.small), spending(scale.middle)) },
  };
  for (const [name, { title, calls }] of wanted(own, scale)) {
    const { service } = (await pairedSlices(only, () => calls, options)).figures;
    if (service) alone[name] = { title, figures: service };
    say(`${name} ${service?.rate.toFixed(0)}/s p99 ${service?.p99.toFixed(1)} ms`);
  }
  const approve = scale.workloads ? undefined : await approvals(subjects.service, scale);
  if (approve) say(`W7 ${approve.rate.toFixed(0)}/s p99 ${approve.p99.toFixed(1)} ms`);
  const latency = await latencies(programs.service, shared, compared, scale.openLoopSeconds);
  const memory = Object.fromEntries(
    Object.entries(programs).map(([name, program]) => [name, residentMemory(program.pid)]),
  );
  await Promise.all(Object.values(subjects).map(({ loop }) => loop.close()));
  await Promise.all(Object.values(programs).map((program) => program.stop()));
  return { compared, alone, approve, openLoop: latency, memory };
}

/** The workloads that `--workloads` names; all of them without it. */
function wanted<T>(workloads: Readonly<Record<string, T>>, { workloads: names }: Scale): [string, T][] {
  return Object.entries(workloads).filter(([name]) => names === undefined || names.includes(name));
}

function subject(program: Program, scale: Scale): Subject {
  return { program, loop: new ClosedLoop(program.address, scale.connections) };
}

function verdict(title: string, paired: Paired): Compared {
  const control = paired.ratio('control', 'bare');
  return {
    title,
    figures: paired.figures,
    toBare: paired.ratio('service', 'bare'),
    toExpress: paired.ratio('service', 'express'),
    control,
    undecided: control.low < 0.9 || control.high > 1.1,
  };
}

/** Latencies of an open loop at half the rate that the service reached with the closed one. */
async function latencies(
  program: Program,
  workloads: Readonly<Record<string, { readonly calls: () => Calls }>>,
  compared: Readonly<Record<string, Compared>>,
  seconds: number,
): Promise<Throughput['openLoop']> {
  const found: Record<string, { rate: number; p50: number; p99: number }> = {};
  for (const [name, { calls }] of Object.entries(workloads)) {
    const rate = (compared[name]?.figures['service']?.rate ?? 0) / 2;
    if (rate === 0) continue;
    const slice = await openLoop(program.address, calls(), rate, seconds);
    found[name] = { rate, p50: quantile(slice.latencies, 0.5), p99: quantile(slice.latencies, 0.99) };
  }
  return found;
}

function line({ figures, toBare, toExpress, control, undecided }: Compared): string {
  const rates = Object.entries(figures).map(([name, { rate, programCpu, postgresCpu }]) => {
    return `${name} ${rate.toFixed(0)}/s (${programCpu.toFixed(2)}+${postgresCpu.toFixed(2)} ms)`;
  });
  const show = ({ median, low, high }: Estimate): string =>
    `${median.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
  return `${rates.join(', ')}; to bare ${show(toBare)}, to express ${show(toExpress)}, A/A ${show(control)}${undecided ? ' UNDECIDED' : ''}`;
}
