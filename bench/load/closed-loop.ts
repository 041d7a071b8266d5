import { Client, type Dispatcher } from 'undici';

/** One request of a workload. */
export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token: string;
  readonly body?: string;
  /** Of the body; JSON when left out. */
  readonly type?: string;
}

/** Gives the requests of a workload, one after the other. */
export type Calls = () => Call;

/** The result of a slice of load. */
export interface Slice {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds of each request, in no order. */
  readonly latencies: readonly number[];
}

/** An answer other than 2xx: the run is void. */
export class UnexpectedAnswer extends Error {
  constructor(call: Call, status: number, body: string) {
    super(`${call.method} ${call.path} was answered ${status}: ${body.slice(0, 500)}`);
  }
}

/** A number of keep-alive connections to one program, each with one request in flight. */
export class ClosedLoop {
  private readonly clients: Client[];

  constructor(address: string, connections: number) {
    this.clients = Array.from(
      { length: connections },
      () => new Client(address, { pipelining: 1, bodyTimeout: 60_000 }),
    );
  }

  /**
   * Sends requests on all connections for so many seconds, each when the one before is answered.
   * @throws UnexpectedAnswer on the first answer that is not 2xx
   */
  async run(calls: Calls, seconds: number): Promise<Slice> {
    const latencies: number[] = [];
    const started = performance.now();
    const until = started + seconds * 1000;
    await Promise.all(
      this.clients.map(async (client) => {
        for (let now = performance.now(); now < until;) {
          await send(client, calls());
          const done = performance.now();
          latencies.push(done - now);
          now = done;
        }
      }),
    );
    return { requests: latencies.length, seconds: (performance.now() - started) / 1000, latencies };
  }

  /** Sends a number of requests over all connections, and answers their bodies in the order they came. */
  async send(calls: readonly Call[]): Promise<string[]> {
    const bodies: string[] = [];
    const waiting = [...calls];
    await Promise.all(
      this.clients.map(async (client) => {
        for (let call = waiting.shift(); call; call = waiting.shift()) bodies.push(await send(client, call, true));
      }),
    );
    return bodies;
  }

  async close(): Promise<void> {
    await Promise.all(this.clients.map((client) => client.close()));
  }
}

/** Sends one request; the body is put together only where it is asked for. */
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
