import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../../src/dev/databases';
import { isSignedBy, type WebhookReceiver } from '../../../src/dev/receiver/webhook-receiver';
import type { Servers } from './servers';
import type { StagedSubscription } from './stage';
import type { Writer } from './writer';

/** What a plug test came to: a set difference between what was committed and what the receiver got. */
export interface Findings {
  /** Committed events times their subscriptions. */
  readonly committed: number;
  readonly received: number;
  /** Committed and never received. */
  readonly lost: number;
  /** Received of a change that was rolled back, or that never was. */
  readonly phantoms: number;
  /** Received more than once: how many times too many. */
  readonly duplicates: number;
  /** Signatures that did not fit their bytes. */
  readonly forged: number;
}

/** Compares PostgreSQL's word with the receiver's. */
export class Verdict {
  constructor(
    private readonly servers: Servers,
    private readonly receiver: WebhookReceiver,
    private readonly subscriptions: readonly StagedSubscription[],
    private readonly writer: Writer,
  ) {}

  /** Waits until nothing is pending any more. Answers how long that took, milliseconds. */
  async settled(milliseconds = 120_000): Promise<number> {
    const started = performance.now();
    while ((await this.pending()) > 0) {
      if (performance.now() - started > milliseconds) throw new Error(`${await this.pending()} deliveries still wait`);
      await sleep(100);
    }
    return performance.now() - started;
  }

  async pending(): Promise<number> {
    return this.count(`SELECT count(*) FROM webhook_deliveries WHERE status = 'pending'`);
  }

  /** Attempts that hold a lease now. */
  async inFlight(): Promise<number> {
    return this.count(`SELECT count(*) FROM webhook_deliveries WHERE lease_token IS NOT NULL AND due_at > now()`);
  }

  async findings(): Promise<Findings> {
    const committed = await this.committed();
    const received = new Map<string, number>();
    let forged = 0;
    const secrets = new Map(this.subscriptions.map(({ path, secret }) => [path, secret]));
    for (const call of this.receiver.calls) {
      const pair = `${String(call.headers['webhook-id'])} ${call.path}`;
      received.set(pair, (received.get(pair) ?? 0) + 1);
      if (!isSignedBy(call, secrets.get(call.path) ?? '')) forged += 1;
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

  /** Milliseconds from the event to its first receipt, shortest first. */
  async latencies(since: Date = new Date(0)): Promise<number[]> {
    const at = new Map<string, number>();
    for (const call of this.receiver.calls) {
      const pair = `${String(call.headers['webhook-id'])} ${call.path}`;
      if (!at.has(pair)) at.set(pair, call.at);
    }
    const rows = await this.rows<{ event_id: string; created_at: Date }>(
      'SELECT event_id, created_at FROM events WHERE created_at >= $1',
      [since],
    );
    const events = new Map(rows.map((row) => [row.event_id, row.created_at.getTime()]));
    return [...at]
      .flatMap(([pair, received]) => {
        const created = events.get(pair.split(' ')[0] ?? '');
        return created === undefined ? [] : [received - created];
      })
      .sort((one, other) => one - other);
  }

  private async committed(): Promise<ReadonlySet<string>> {
    const rows = await this.rows<{ event_id: string; tenant_id: string }>('SELECT event_id, tenant_id FROM events');
    return new Set(
      rows.flatMap((row) =>
        this.subscriptions
          .filter(({ tenantId }) => tenantId === row.tenant_id)
          .map(({ path }) => `${row.event_id} ${path}`),
      ),
    );
  }

  private async count(sql: string): Promise<number> {
    const [row] = await this.rows<{ count: string }>(sql);
    return Number(row?.count ?? 0);
  }

  private rows<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return withClient(this.servers.adminUrl, async (client) => (await client.query(sql, [...values])).rows as Row[]);
  }
}

/** The value below which this share of the sorted values lies. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
