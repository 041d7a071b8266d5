import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../../tools/servers/databases';
import { awaitedLater } from '../../support/awaited-later';
import { CuttableProxy } from '../../support/cuttable-proxy';
import { scaled } from '../support/figures';
import type { ServiceProcess } from '../support/service-process';
import type { Stage } from '../support/stage';
import type { Plug } from './plug';

/**
 * Database limits of the API, in milliseconds. They are short, so that a few seconds without network exceed them. In the
 * short form, which has only one silence, they are long enough for a busy machine to start the API.
 */
const LIMITS = {
  DATABASE_CONNECT_TIMEOUT_MS: String(scaled(500, 10_000)),
  DATABASE_REQUEST_STATEMENT_TIMEOUT_MS: String(scaled(500, 2_000)),
  DATABASE_REQUEST_LOCK_TIMEOUT_MS: String(scaled(300, 1_000)),
  DATABASE_REQUEST_IDLE_TIMEOUT_MS: String(scaled(1_000, 3_000)),
};

/** Concurrent requests: more than the pool has connections. */
const AT_ONCE = 24;

/** Milliseconds after which a request counts as unanswered. */
const ANSWERED_WITHIN = scaled(30_000, 120_000);

/** Maximum number of attempts per request after the network is back. */
const ATTEMPTS = 40;

/**
 * The network between the API and PostgreSQL drops every packet for a while, without a reset. It never transports the
 * old connections again. Clients create vendors all the time and repeat each failed request with its Idempotency-Key.
 * @throws Error if a request gets no response, if requests still fail later, or if a vendor is missing or duplicated
 */
export const connectionsLost: Plug = async (stage) => {
  const silences = scaled(5, 1);
  const proxy = new CuttableProxy(stage.servers.direct.DATABASE_URL);
  const DATABASE_URL = await proxy.listen();
  const [api] = await Promise.all([stage.start('api', { ...LIMITS, DATABASE_URL }), stage.worker()]);
  const vendors = new Vendors(api.address, stage.tokens);
  const recoveries: number[] = [];
  try {
    for (let silence = 1; silence <= silences; silence += 1) {
      // Opens all connections of the pool.
      await recovered(api, vendors.ask());
      const underWay = awaitedLater(vendors.ask().attempt());
      await sleep(Math.random() * 50);
      proxy.silence();
      await underWay;
      for (let round = scaled(20, 1); round > 0; round -= 1) await vendors.ask().attempt();
      if (vendors.open < AT_ONCE) throw new Error('Requests have passed the silence');
      proxy.mend();
      recoveries.push(await recovered(api, vendors));
    }
  } finally {
    await api.stop();
    await proxy.close();
  }
  await stage.verdict.settled();
  const { requests, refused } = vendors;
  return {
    inFlight: 0,
    figures: {
      silences,
      requests,
      refused,
      recovered_seconds: Math.max(...recoveries),
      ...(await missingOrDoubled(stage, vendors.created)),
    },
    targets: { recovered_seconds: 30 },
  };
};

/**
 * Repeats the open requests until all succeed and the API is ready.
 * @returns seconds
 */
async function recovered(api: ServiceProcess, vendors: Vendors): Promise<number> {
  const began = performance.now();
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    await vendors.attempt();
    const { status } = await fetch(`${api.admin}/health/ready`, { signal: AbortSignal.timeout(ANSWERED_WITHIN) });
    if (vendors.open === 0 && status === 200) return (performance.now() - began) / 1000;
    await sleep(250);
  }
  throw new Error(
    `After ${ATTEMPTS} attempts ${vendors.open} requests still fail:\n${api.lines.slice(-20).join('\n')}`,
  );
}

/** @throws Error if a vendor with a 201 response is missing or duplicated */
async function missingOrDoubled(
  stage: Stage,
  created: readonly string[],
): Promise<{ missing: number; doubled: number }> {
  const names = await withClient(stage.servers.adminUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>('SELECT name FROM vendors WHERE name = ANY ($1)', [created]);
    return rows.map(({ name }) => name);
  });
  const distinct = new Set(names).size;
  const [missing, doubled] = [created.length - distinct, names.length - distinct];
  if (missing + doubled > 0) throw new Error(`${missing} vendors are missing, ${doubled} are there twice`);
  return { missing, doubled };
}

/** Vendors that clients create. Each request is repeated with the same Idempotency-Key until it gets 201. */
class Vendors {
  readonly created: string[] = [];
  requests = 0;
  refused = 0;
  /** Tokens of the vendors that are not yet created, by vendor name. */
  private readonly asked = new Map<string, string | undefined>();

  constructor(
    private readonly address: string,
    private readonly tokens: readonly string[],
  ) {}

  /** Number of vendors that are not yet created. */
  get open(): number {
    return this.asked.size;
  }

  /** Adds vendors to create, up to `AT_ONCE`. */
  ask(): this {
    while (this.asked.size < AT_ONCE) this.asked.set(randomUUID(), this.tokens[this.asked.size % this.tokens.length]);
    return this;
  }

  /**
   * Sends all open requests concurrently.
   * @throws Error if one gets no response or an unexpected status. Expected are 201, 503 and 409: PostgreSQL may not
   * have ended the lost transaction with the same key yet.
   */
  async attempt(): Promise<void> {
    await Promise.all([...this.asked].map(([name, token]) => this.once(name, token)));
  }

  private async once(name: string, token: string | undefined): Promise<void> {
    this.requests += 1;
    const answer = await fetch(`${this.address}/v1/vendors`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': name },
      body: JSON.stringify({ name }),
      signal: AbortSignal.timeout(ANSWERED_WITHIN),
    });
    const text = await answer.text();
    if (answer.status === 201) {
      this.asked.delete(name);
      this.created.push(name);
    } else if (answer.status === 409 || answer.status === 503) this.refused += 1;
    else throw new Error(`A request was answered ${answer.status}: ${text}`);
  }
}
