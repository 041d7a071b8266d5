import { Client, type Dispatcher } from 'undici';

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token: string;
  readonly body?: string;
  /** Default JSON. */
  readonly type?: string;
}

export type Calls = () => Call;

export interface Slice {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds of each request, unordered. */
  readonly latencies: readonly number[];
}

/** A response other than 2xx, which makes the run invalid. */
export class UnexpectedAnswer extends Error {
  constructor(call: Call, status: number, body: string) {
    super(`${call.method} ${call.path} was answered ${status}: ${body.slice(0, 500)}`);
  }
}

/** Keep-alive connections to one program, each with one request in flight. */
export class ClosedLoop {
  private readonly clients: Client[];

  constructor(address: string, connections: number) {
    this.clients = Array.from(
      { length: connections },
      () => new Client(address, { pipelining: 1, bodyTimeout: 60_000 }),
    );
  }

  /**
   * Sends requests on all connections for a number of seconds, each after the response to the previous one.
   * @throws UnexpectedAnswer on the first response other than 2xx
   */
  run(calls: Calls, seconds: number): Promise<Slice> {
    const until = performance.now() + seconds * 1000;
    return this.exhaust(() => (performance.now() < until ? calls() : undefined));
  }

  runAll(calls: readonly Call[]): Promise<Slice> {
    const waiting = [...calls];
    return this.exhaust(() => waiting.shift());
  }

  /** Sends these requests over all connections, and returns their bodies in the order of the requests. */
  async send(calls: readonly Call[]): Promise<string[]> {
    const bodies: string[] = [];
    const waiting = [...calls.entries()];
    await this.onEach(async (client) => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        bodies[next[0]] = await send(client, next[1], true);
    });
    return bodies;
  }

  async close(): Promise<void> {
    await this.onEach((client) => client.close());
  }

  private async exhaust(next: () => Call | undefined): Promise<Slice> {
    const latencies: number[] = [];
    const started = performance.now();
    await this.onEach(async (client) => {
      for (let call = next(); call; call = next()) {
        const sent = performance.now();
        await send(client, call);
        latencies.push(performance.now() - sent);
      }
    });
    return { requests: latencies.length, seconds: (performance.now() - started) / 1000, latencies };
  }

  private onEach(work: (client: Client) => Promise<void>): Promise<unknown> {
    return Promise.all(this.clients.map(work));
  }
}

/** Sends one request; collects the body only if it is wanted. */
export function send(client: Dispatcher, call: Call, wanted = false): Promise<string> {
  return new Promise((resolve, reject) => {
    let status = 0;
    const chunks: Buffer[] = [];
    client.dispatch(
      {
        method: call.method,
        path: call.path,
        headers: {
          authorization: `Bearer ${call.token}`,
          accept: 'application/json',
          ...(call.body === undefined ? {} : { 'content-type': call.type ?? 'application/json' }),
        },
        body: call.body ?? null,
      },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_controller, code) => {
          status = code;
        },
        onResponseData: (_controller, chunk) => {
          if (wanted || status >= 300) chunks.push(chunk);
        },
        onResponseEnd: () => {
          const body = Buffer.concat(chunks).toString();
          if (status >= 200 && status < 300) resolve(body);
          else reject(new UnexpectedAnswer(call, status, body));
        },
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}
