import type { Socket } from 'node:net';
import { buildConnector, Client } from 'undici';
import { type Call, type Calls, send } from '../load/closed-loop';
import { median } from '../load/statistics';
import type { Program } from '../stage/program';
import type { Counts } from './compare';

/** Counts, and what is only shown: milliseconds of the processor and of the clock. */
export interface Counted extends Counts {
  readonly processor: number;
  readonly wall: number;
}

const COUNTED = ['statements', 'roundTrips', 'bytes', 'allocated', 'processor', 'wall'] as const;

/** Since the service was started; `collections` are those of its garbage. */
type Reading = Counted & { readonly collections: number };

/** How often the requests of a workload are counted. */
const ROUNDS = 3;

/** One workload of those that are counted. */
export interface Workload {
  readonly calls: Calls;
  /** Requests before those that are counted, so that what they run is compiled. */
  readonly warmUp: number;
  /** Requests of a round. */
  readonly requests: number;
  /** Whether each request begins an import, which is counted with it. */
  readonly imports?: boolean;
}

/** How many requests are sent for a workload. */
export const requestsOf = ({ warmUp, requests }: Pick<Workload, 'warmUp' | 'requests'>): number =>
  warmUp + ROUNDS * (1 + requests);

/** One connection to the service, which counts the bytes of responses. */
export class CountingClient {
  private readonly client: Client;
  private socket: Socket | undefined;

  constructor(private readonly service: Program) {
    const connect = buildConnector({});
    this.client = new Client(service.address, {
      connect: (options, callback) =>
        connect(options, (...opened) => {
          this.socket = opened[1] ?? undefined;
          callback(...opened);
        }),
    });
  }

  /**
   * Sends the requests of a workload one by one. Each figure is the median of some rounds: one of them may have code compiled.
   * @param token gives one that was not shown before: it is looked up once, before its round, and then remembered for 30 s
   */
  async count(workload: Workload, token: () => string): Promise<Counted> {
    for (let sent = 0; sent < workload.warmUp; sent += 1) await this.send(workload, workload.calls());
    const rounds: Counted[] = [];
    while (rounds.length < ROUNDS) rounds.push(await this.round(workload, token()));
    const found = counted((figure) => median(rounds.map((round) => round[figure])));
    return { ...found, allocated: Math.round(found.allocated) };
  }

  async close(): Promise<void> {
    await this.client.destroy();
  }

  private async round(workload: Workload, token: string): Promise<Counted> {
    const next = (): Promise<void> => this.send(workload, { ...workload.calls(), token });
    await next();
    const before = await this.read('begin');
    const began = performance.now();
    for (let sent = 0; sent < workload.requests; sent += 1) await next();
    const wall = performance.now() - began;
    const after = { ...(await this.read('count')), wall: before.wall + wall };
    if (after.collections !== before.collections) throw new Error('Garbage was collected: allocations are not known');
    return counted((figure) => (after[figure] - before[figure]) / workload.requests);
  }

  private async send({ imports = false }: Workload, call: Call): Promise<void> {
    await send(this.client, call);
    if (imports) await this.service.ask('import');
  }

  private async read(question: 'begin' | 'count'): Promise<Reading> {
    const inside = (await this.service.ask(question)) as Omit<Reading, 'bytes' | 'wall'>;
    return { ...inside, bytes: this.socket?.bytesRead ?? 0, wall: 0 };
  }
}

function counted(of: (figure: keyof Counted) => number): Counted {
  return Object.fromEntries(COUNTED.map((figure) => [figure, of(figure)])) as unknown as Counted;
}
