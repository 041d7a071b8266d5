import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Calls } from '../load/closed-loop';
import { ClosedLoop } from '../load/closed-loop';
import { pairedSlices, type Subject } from '../load/pairs';
import type { Estimate } from '../load/statistics';
import type { Scale } from '../scale';
import type { Stage } from '../stage/stage';
import { createOrder, getOrder } from '../workloads/calls';

/** What a request costs in the service's process, traced and not. */
export interface TracingCost {
  /** Milliseconds of processor time a request, where nothing is traced. */
  readonly off: number;
  /** That of the same service with tracing, against it: of all traces exported, of a tenth, and of none. */
  readonly all: Estimate;
  readonly tenth: Estimate;
  readonly none: Estimate;
  /** The control: a second process without tracing against the first, which ought to be 1. */
  readonly control: Estimate;
}

/** Environment of each subject beside the collector's address; none where nothing is traced. */
const SUBJECTS = {
  off: undefined,
  again: undefined,
  all: { OTEL_TRACES_SAMPLER: 'always_on' },
  tenth: { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' },
  none: { OTEL_TRACES_SAMPLER: 'always_off' },
} as const;

/** Compares processes of the same service that trace and that do not, each by its own processor time. */
export async function tracing(
  stage: Stage,
  scale: Scale,
  say: (what: string) => void,
): Promise<Readonly<Record<string, TracingCost>>> {
  const collector = await listen();
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const subjects: Record<string, Subject> = {};
  for (const [index, [name, env]] of Object.entries(SUBJECTS).entries()) {
    const told = env ? { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } : {};
    const program = await stage.service(`tracing ${name}`, 5 + index, { ...told, PROCESS_ROLE: 'api' });
    subjects[name] = { program, loop: new ClosedLoop(program.address, scale.connections) };
  }
  const workloads: Record<string, () => Calls> = {
    'one order': () => getOrder(scale),
    'create an order': () => createOrder(scale.crowd),
  };
  const costs: Record<string, TracingCost> = {};
  for (const [workload, calls] of Object.entries(workloads)) {
    const options = { seconds: scale.sliceSeconds, pairs: scale.pairs, postgresPid: stage.servers.postgres.pid };
    const paired = await pairedSlices(subjects, calls, options);
    const cost = {
      off: paired.figures['off']?.programCpu ?? Number.NaN,
      all: paired.cpuRatio('all', 'off'),
      tenth: paired.cpuRatio('tenth', 'off'),
      none: paired.cpuRatio('none', 'off'),
      control: paired.cpuRatio('again', 'off'),
    };
    costs[workload] = cost;
    say(
      `${workload}: ${cost.off.toFixed(2)} ms; all ${shown(cost.all)}, a tenth ${shown(cost.tenth)}, none ${shown(cost.none)}, A/A ${shown(cost.control)}`,
    );
  }
  await Promise.all(Object.values(subjects).map(({ loop }) => loop.close()));
  await Promise.all(Object.values(subjects).map(({ program }) => program.stop()));
  collector.close();
  return costs;
}

const shown = ({ median, low, high }: Estimate): string =>
  `${median.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;

/** A collector that takes everything and keeps nothing. */
async function listen(): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
