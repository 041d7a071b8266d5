import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../../tools/servers/databases';
import { awaitedLater } from '../../support/awaited-later';
import { CuttableProxy } from '../../support/cuttable-proxy';
import { scaled } from '../support/figures';
import type { ServiceProcess } from '../support/service-process';
import type { Stage } from '../support/stage';
import type { Plug } from './plug';

/** Of the API's requests, in milliseconds. They are small, so that a silence of a few seconds is long. */
const LIMITS = {
  DATABASE_CONNECT_TIMEOUT_MS: '500',
  DATABASE_REQUEST_STATEMENT_TIMEOUT_MS: '500',
  DATABASE_REQUEST_LOCK_TIMEOUT_MS: '300',
  DATABASE_REQUEST_IDLE_TIMEOUT_MS: '1000',
};

/** Requests at once; more than the pool has connections. */
const AT_ONCE = 24;

/** After so many milliseconds a request counts as one without an answer. */
const ANSWERED_WITHIN = 30_000;

/** How often each request is repeated at most, once the network is back. */
const ATTEMPTS = 40;

/**
 * The network between the API and PostgreSQL drops every packet for a while, without a reset, and never carries the old connections again.
 * Clients create vendors all the time. They repeat each refused request with its Idempotency-Key.
 * @throws Error when a request has no answer, when requests still fail after the silence, or when a vendor is lost or doubled
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
      // Fills the pool with connections.
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

/** Repeats the open requests until all succeed and the API is ready. @returns how many seconds that took */
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

/** @throws Error when a vendor whose request was answered 201 is missing, or is there twice */
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

/** Vendors that clients create. The request for each is sent with the same Idempotency-Key until the answer is 201. */
class Vendors {
  readonly created: string[] = [];
  requests = 0;
  refused = 0;
  /** The tokens of those that are still to be created, by their names. */
  private readonly asked = new Map<string, string | undefined>();

  constructor(
    private readonly address: string,
    private readonly tokens: readonly string[],
  ) {}

  /** How many are still to be created. */
  get open(): number {
    return this.asked.size;
  }

  /** Fills up those that are still to be created. */
  ask(): this {
    while (this.asked.size < AT_ONCE) this.asked.set(randomUUID(), this.tokens[this.asked.size % this.tokens.length]);
    return this;
  }

  /**
   * Sends a request for each at once.
   * @throws Error when one has no answer, or another than 201, 409 (PostgreSQL has not ended the lost transaction with the same key yet) and 503
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
