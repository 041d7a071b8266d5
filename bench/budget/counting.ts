import type { Socket } from 'node:net';
import { buildConnector, Client } from 'undici';
import { type Call, type Calls, send } from '../load/closed-loop';
import { median } from '../load/statistics';
import type { Program } from '../stage/program';
import type { Counts } from './compare';

/** Counts, plus informative values: milliseconds of CPU and elapsed time. */
export interface Counted extends Counts {
  readonly processor: number;
  readonly wall: number;
}

const COUNTED = ['statements', 'roundTrips', 'bytes', 'allocated', 'processor', 'wall'] as const;

/** Totals since the start of the service; `collections` are garbage collections. */
type Reading = Counted & { readonly collections: number };

const ROUNDS = 3;

export interface Workload {
  readonly calls: Calls;
  /** Requests before the measurement, so that their code is compiled. */
  readonly warmUp: number;
  readonly requests: number;
  /** Whether each request starts an import, which is included in the measurement. */
  readonly imports?: boolean;
}

export const requestsOf = ({ warmUp, requests }: Pick<Workload, 'warmUp' | 'requests'>): number =>
  warmUp + ROUNDS * (1 + requests);

/** One connection to the service that counts the bytes of responses. */
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
   * Sends the requests of a workload sequentially. Each figure is the median of several rounds, because one may include
   * compilation.
   * @param token returns a new token: it is looked up once before its round, and then cached for 30 s
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
