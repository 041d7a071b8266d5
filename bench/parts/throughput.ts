import { ClosedLoop } from '../load/closed-loop';
import { openLoop } from '../load/open-loop';
import {
  figuresOf,
  type Measured,
  measured,
  pairedSlices,
  postgresCpuOf,
  programCpuOf,
  quantiles,
  rateOf,
  ratio,
  type Slices,
  type Subject,
} from '../load/pairs';
import { isWithin, verdictOf } from '../load/statistics';
import { interval, mebibytes, short, type Table, whole } from '../report';
import type { Scale, TenantSpec } from '../scale';
import type { Program } from '../stage/program';
import type { Stage } from '../stage/stage';
import { residentMemory } from '../stage/usage';
import { prepareApprovals } from '../workloads/approvals';
import { eachOf, filteredPage, inTurn, search, sharedWorkloads, spending, type Workloads } from '../workloads/calls';
import { compareAnswers } from './same-answers';

const ownWorkloads = ({ small, middle }: Scale): Workloads => ({
  'W4: list by status, vendor and days': () => inTurn(filteredPage(small), filteredPage(middle)),
  'W5: search': () => inTurn(search(small), search(middle)),
  'W6: spending report': () => inTurn(spending(small), spending(middle)),
});

const approvals = ({ crowd, busy }: Scale): Workloads<readonly TenantSpec[]> => ({
  'W7: approve an order with a budget, many tenants': crowd,
  'W7: approve an order with a budget, one tenant': [busy],
});

const CONNECTIONS = 32;

const APPROVALS_A_SECOND = 150;

/** The open loop sends at these shares of the rate of the closed loop. */
const SHARES = [0.5, 0.8];

/** A workload is measured until the intervals of its ratios are narrower than this share, or all pairs have run. */
const PRECISION = 0.05;

const bothCpuOf = (slice: Measured): number => programCpuOf(slice) + postgresCpuOf(slice);

/** MiB of resident memory after the benchmark. */
const MOST_MEMORY = 220;

/** Seconds from the start of the service until it is ready, while nothing else starts. */
const READY_WITHIN = 3;

/** Processor time per request, as the largest permitted multiple of that of a baseline. */
const TARGETS = [
  ['W1: GET one order', "Node's", programCpuOf, 'express', 1.3],
  ['W2: first page of 15, exact total', "Node's", programCpuOf, 'express', 1.4],
  ['W3: POST an order of 3 lines, many tenants', "Node's", programCpuOf, 'express', 1.6],
  ['W3: POST an order of 3 lines, many tenants', "PostgreSQL's", postgresCpuOf, 'bare', 1.3],
  ['W3: POST an order of 1,000 lines, many tenants', 'both', bothCpuOf, 'bare', 1.5],
] as const;

/** The service, both baselines, and workloads of the service only. */
export async function throughput(stage: Stage, scale: Scale, say: (what: string) => void): Promise<Table[]> {
  const { variant } = scale;
  const subjectOf = (program: Program): Subject => ({
    program,
    loop: new ClosedLoop(program.address, CONNECTIONS),
  });
  const service = subjectOf(await stage.service('service', 1));
  const subjects: Readonly<Record<string, Subject>> = {
    service,
    bare: subjectOf(await stage.baseline('bare', 2)),
    control: subjectOf(await stage.baseline('bare', 3)),
    express: subjectOf(await stage.baseline('express', 4)),
    ...(variant && { variant: subjectOf(await stage.service('variant', 5, variant.env, variant.flags)) }),
  };
  await compareAnswers(subjects, scale);
  const options = { seconds: scale.sliceSeconds, pairs: scale.pairs, postgresPid: stage.servers.postgres.pid };
  const compared = await eachOf(sharedWorkloads(scale), scale, say, (calls) =>
    pairedSlices(subjects, calls, options, isPrecise),
  );
  const alone = await eachOf(ownWorkloads(scale), scale, say, (calls) => pairedSlices({ service }, calls, options));
  const approved = await eachOf(approvals(scale), scale, say, async (tenants): Promise<Slices> => {
    const calls = await prepareApprovals(service.loop, tenants, APPROVALS_A_SECOND * options.seconds * options.pairs);
    return { service: [await measured(service.program, options.postgresPid, () => service.loop.runAll(calls))] };
  });
  const open = await eachOf(sharedWorkloads(scale), scale, say, async (calls, title) => {
    const rows: string[][] = [];
    for (const share of SHARES) {
      const rate = figuresOf(compared[title]?.['service']).rate * share;
      const { latencies } = await openLoop(service.program.address, calls(), rate, scale.openLoopSeconds);
      rows.push([`${title}, at ${share * 100} %`, whole(rate), ...quantiles(latencies).map(short)]);
    }
    return rows;
  });
  const limited = [
    judgedLimit('Service ready after its start, s', service.program.readyAfter / 1000, READY_WITHIN),
    judgedLimit('Resident memory of the service, MiB', residentMemory(service.program.pid) / 2 ** 20, MOST_MEMORY),
  ];
  const memory = Object.entries(subjects).map(([name, { program }]) => [name, mebibytes(residentMemory(program.pid))]);
  await Promise.all(Object.values(subjects).flatMap(({ loop, program }) => [loop.close(), program.stop()]));
  const rows = (found: Readonly<Record<string, Slices>>, cells: (slices: Slices) => string[]): string[][] =>
    Object.entries(found).map(([title, slices]) => [title, ...cells(slices)]);
  return [
    { head: ['Target', 'at most', 'found', ''], rows: [...judged(compared), ...limited] },
    {
      head: ['', 'service /s', 'bare /s', 'Express /s', 'to bare', 'to Express', 'A/A', ''],
      rows: rows(compared, rates),
    },
    {
      head: ['Node + PostgreSQL, ms a request', 'service', 'bare', 'Express', "Node's to Express", 'A/A'],
      rows: rows(compared, processors),
      picture: {
        name: 'processor-time',
        title: 'Processor time of a request in ms: Node (dark) and PostgreSQL (light)',
        columns: [1, 2, 3],
        // Without the one of 1,000 lines, which dwarfs the others.
        rows: 4,
      },
    },
    ...(variant
      ? [{ head: ['The variant', '/s', 'to the service', 'Node ms', 'to the service'], rows: rows(compared, varied) }]
      : []),
    {
      head: ['The service', '/s', 'p50 ms', 'p99 ms', 'p99.9 ms', 'Node ms a request', 'PostgreSQL ms a request'],
      rows: rows({ ...compared, ...alone, ...approved }, served),
    },
    { head: ['The service, open loop', '/s', 'p50 ms', 'p99 ms', 'p99.9 ms'], rows: Object.values(open).flat() },
    { head: ['Resident memory afterwards', 'MiB'], rows: memory },
  ];
}

function isPrecise(slices: Slices): boolean {
  const { service, bare, express } = slices;
  const ratios = [ratio(service, bare, rateOf), ratio(service, express, programCpuOf)];
  return ratios.every((found) => isWithin(found, PRECISION));
}

function judged(compared: Readonly<Record<string, Slices>>): string[][] {
  return TARGETS.flatMap(([workload, name, figure, baseline, most]) => {
    const slices = compared[workload];
    if (!slices) return [];
    const found = ratio(slices['service'], slices[baseline], figure);
    const verdict = isQuiet(slices, figure) ? verdictOf(found, most) : 'UNDECIDED';
    return [[`${workload}: ${name} to ${baseline}`, short(most), interval(found), verdict]];
  });
}

const judgedLimit = (title: string, found: number, most: number): string[] => [
  title,
  short(most),
  short(found),
  found <= most ? 'PASS' : 'FAIL',
];

/** The control's interval must not exceed 0.9 or 1.1: ratios near 1 are otherwise not conclusive. */
function isQuiet({ control, bare }: Slices, figure: (slice: Measured) => number): boolean {
  const same = ratio(control, bare, figure);
  return same.low >= 0.9 && same.high <= 1.1;
}

function rates(slices: Slices): string[] {
  const { service, bare, express, control } = slices;
  return [
    ...[service, bare, express].map((found) => whole(figuresOf(found).rate)),
    ...[ratio(service, bare, rateOf), ratio(service, express, rateOf), ratio(control, bare, rateOf)].map(interval),
    isQuiet(slices, rateOf) ? '' : 'UNDECIDED',
  ];
}

function processors({ service, bare, express, control }: Slices): string[] {
  const both = [service, bare, express].map(figuresOf);
  return [
    ...both.map(({ programCpu, postgresCpu }) => `${short(programCpu)} + ${short(postgresCpu)}`),
    ...[ratio(service, express, programCpuOf), ratio(control, bare, programCpuOf)].map(interval),
  ];
}

function varied({ service, variant }: Slices): string[] {
  const { rate, programCpu } = figuresOf(variant);
  return [
    ...[whole(rate), interval(ratio(variant, service, rateOf))],
    ...[short(programCpu), interval(ratio(variant, service, programCpuOf))],
  ];
}

function served({ service }: Slices): string[] {
  const { rate, latencies, programCpu, postgresCpu } = figuresOf(service);
  return [whole(rate), ...[...quantiles(latencies), programCpu, postgresCpu].map(short)];
}
