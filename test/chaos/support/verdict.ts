import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../../tools/servers/databases';
import { verifyService, verifyStandard, type StandardHeaders } from '../../../docs/verifiers/verify';
import { type ReceivedCall, type WebhookReceiver } from '../../../tools/receiver/webhook-receiver';
import { IS_SHORT } from './figures';
import type { Servers } from './servers';
import type { StagedSubscription } from './stage';
import type { Writer } from './writer';

/** Difference between the committed and the received events. */
export interface Findings {
  /** Number of committed events multiplied by their subscriptions. */
  readonly committed: number;
  readonly received: number;
  /** Committed but never received. */
  readonly lost: number;
  /** Received although the change was rolled back or never existed. */
  readonly phantoms: number;
  /** Number of repeated receipts. */
  readonly duplicates: number;
  /** Number of invalid signatures. */
  readonly forged: number;
}

/** An attempt that a worker has claimed. */
export interface Lease {
  readonly token: string;
  readonly deliveryId: string;
}

/** Compares the events in PostgreSQL with the calls of the receiver. */
export class Verdict {
  constructor(
    private readonly servers: Servers,
    private readonly receiver: WebhookReceiver,
    private readonly subscriptions: readonly StagedSubscription[],
    private readonly writer: Writer,
  ) {}

  /**
   * Waits until no delivery is pending.
   * @param milliseconds the limit. In the short form it begins again when fewer deliveries are pending than before.
   * @returns milliseconds
   */
  async settled(milliseconds = 120_000): Promise<number> {
    const started = performance.now();
    let [least, since] = [Infinity, started];
    for (let pending = await this.pending(); pending > 0; pending = await this.pending()) {
      if (IS_SHORT && pending < least) [least, since] = [pending, performance.now()];
      if (performance.now() - since > milliseconds) throw new Error(`${pending} deliveries still wait`);
      await sleep(100);
    }
    return performance.now() - started;
  }

  /** Waits until every committed event is sealed in the feed of changes. */
  async sealed(milliseconds = 120_000): Promise<void> {
    const waiting = `SELECT count(*) FROM evidence_queue WHERE kind = 'event'`;
    for (const until = Date.now() + milliseconds; (await this.count(waiting)) > 0; await sleep(100)) {
      if (Date.now() > until) throw new Error(`${await this.count(waiting)} events still wait for their place`);
    }
  }

  /** Number of pending deliveries of all tenants or of one. */
  async pending(tenantId?: string): Promise<number> {
    return this.count(
      `SELECT count(*) FROM webhook_deliveries WHERE status = 'pending' AND ($1::uuid IS NULL OR tenant_id = $1)`,
      [tenantId ?? null],
    );
  }

  async events(): Promise<number> {
    return this.count('SELECT count(*) FROM events');
  }

  /** Number of deliveries that are no longer pending. */
  async finished(): Promise<number> {
    return this.count(`SELECT count(*) FROM webhook_deliveries WHERE status <> 'pending'`);
  }

  /** Number of failed attempts in the log, for example with a slow receiver. Each is retried by design. */
  async failedAttempts(): Promise<number> {
    return this.count(`SELECT count(*) FROM webhook_attempts WHERE outcome NOT IN ('SUCCESS', 'INTERRUPTED')`);
  }

  /** Attempts in progress, or interrupted so recently that their lease has not expired. */
  async leases(): Promise<Lease[]> {
    return this.rows(
      `SELECT lease_token AS token, id::text AS "deliveryId" FROM webhook_deliveries
        WHERE lease_token IS NOT NULL AND due_at > now()`,
    );
  }

  /** Time of the first receipt of a delivery after an instant. Both are in milliseconds since 1970. */
  receivedAgain(deliveryId: string, after: number): number | undefined {
    const isLater = (call: ReceivedCall): boolean =>
      call.at > after && call.headers['x-service-delivery'] === deliveryId;
    return this.receiver.calls.find(isLater)?.at;
  }

  /** Deliveries received since an instant, in milliseconds since 1970. */
  deliveriesSince(instant: number): string[] {
    return this.receiver.calls
      .filter(({ at }) => at >= instant)
      .map((call) => String(call.headers['x-service-delivery']));
  }

  /** Deletes all events with their deliveries and calls. */
  async forget(): Promise<void> {
    await this.rows('TRUNCATE events CASCADE');
    this.receiver.calls.length = 0;
    this.writer.forget();
  }

  async findings(): Promise<Findings> {
    const committed = await this.committed();
    const received = new Map<string, number>();
    let forged = 0;
    const secrets = new Map(this.subscriptions.map(({ path, secret }) => [path, secret]));
    for (const call of this.receiver.calls) {
      const pair = `${String(call.headers['webhook-id'])} ${call.path}`;
      received.set(pair, (received.get(pair) ?? 0) + 1);
      if (!isGenuine(call, secrets.get(call.path) ?? '')) forged += 1;
    }
    const rolledBack = [...received.keys()].filter((pair) => this.writer.rolledBack.has(pair.split(' ')[0] ?? ''));
    const unknown = [...received.keys()].filter((pair) => !committed.has(pair));
    return {
      committed: committed.size,
      received: received.size,
      lost: [...committed].filter((pair) => !received.has(pair)).length,
      phantoms: new Set([...rolledBack, ...unknown]).size,
      duplicates: this.receiver.calls.length - received.size,
      forged,
    };
  }

  /** Seconds from each event to its first receipt, in ascending order, for one receiver path or all. */
  async latencies(since = 0, path?: string): Promise<number[]> {
    return (await this.receipts())
      .filter((receipt) => receipt.created >= since && (path === undefined || receipt.path === path))
      .map(({ created, received }) => (received - created) / 1000)
      .sort((one, other) => one - other);
  }

  async slowest(): Promise<number> {
    return (await this.latencies()).at(-1) ?? Number.NaN;
  }

  /** Seconds from an instant until the receipt of the last event before it. */
  async recovery(instant: number): Promise<number> {
    const older = (await this.receipts()).filter(({ created }) => created < instant);
    return Math.max(0, ...older.map(({ received }) => (received - instant) / 1000));
  }

  private async receipts(): Promise<{ path: string; created: number; received: number }[]> {
    const rows = await this.rows<{ event_id: string; created_at: Date }>('SELECT event_id, created_at FROM events');
    const events = new Map(rows.map((row) => [row.event_id, row.created_at.getTime()]));
    const first = new Map<string, { path: string; created: number; received: number }>();
    for (const { headers, path, at: received } of this.receiver.calls) {
      const id = String(headers['webhook-id']);
      const created = events.get(id);
      const pair = `${id} ${path}`;
      if (created !== undefined && !first.has(pair)) first.set(pair, { path, created, received });
    }
    return [...first.values()];
  }

  private async committed(): Promise<ReadonlySet<string>> {
    const rows = await this.rows<{ event_id: string; tenant_id: string }>(
      // The subscriptions of the stage have only this event.
      `SELECT event_id, tenant_id FROM events WHERE name = 'vendor.created'`,
    );
    return new Set(
      rows.flatMap((row) =>
        this.subscriptions
          .filter(({ tenantId }) => tenantId === row.tenant_id)
          .map(({ path }) => `${row.event_id} ${path}`),
      ),
    );
  }

  private async count(sql: string, values: readonly unknown[] = []): Promise<number> {
    const [row] = await this.rows<{ count: string }>(sql, values);
    return Number(row?.count ?? 0);
  }

  private rows<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return withClient(this.servers.adminUrl, async (client) => (await client.query(sql, [...values])).rows as Row[]);
  }
}

function isGenuine({ body, headers, at }: ReceivedCall, secret: string): boolean {
  const standard = headers as unknown as StandardHeaders;
  return (
    verifyService(body, String(headers['x-service-signature']), secret) &&
    verifyStandard(body, standard, secret, Math.floor(at / 1000))
  );
}

/** The quantile of sorted values. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
