import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import type { TenantId } from '../../../common/records/ids';
import { ENVIRONMENT } from '../../config';
import { type ConnectionVariables, serviceConnections } from '../connection/data-source';
import { withRetries } from '../connection/errors';
import { OwnPool } from '../connection/shared-connections';
import { query } from '../connection/statement';
import { currentLimits, openingOf, settingCommands, type TimeLimitVariables } from '../connection/settings';

export type Series = 'PO' | 'GR' | 'INV' | 'CN';

interface Waiting {
  readonly context: AsyncResource;
  resolve(value: number): void;
  reject(error: unknown): void;
}

/** Parameters: tenant, series, year, count. */
const TAKE = `INSERT INTO number_series AS s (tenant_id, series, year, value) VALUES ($1, $2, $3, $4)
   ON CONFLICT (tenant_id, series, year) DO UPDATE SET value = s.value + EXCLUDED.value RETURNING value`;

const CONNECTIONS = 2;

/** Trial numbers of work that will be rolled back. One per process, like the transaction in unit-of-work.ts. */
const pretends = new AsyncLocalStorage<{ taken: number }>();

/**
 * Assigns document numbers, unique and ascending per tenant. Each assignment is a separate transaction, committed
 * before the document's transaction begins, so creates of one tenant never wait for each other. The rollback of a
 * document leaves a gap. One statement assigns all numbers of a series that this process requests at once. It does not
 * wait for the disk: the document's commit, later in the same write-ahead log, makes it durable.
 */
@Injectable()
export class NumberSeries implements OnApplicationShutdown {
  private readonly pool: OwnPool;
  private readonly queues = new Map<string, Waiting[]>();

  constructor(
    @Inject(ENVIRONMENT)
    private readonly environment: ConnectionVariables & TimeLimitVariables,
  ) {
    // A separate pool: an assignment inside an open transaction must not wait for connections of other work.
    this.pool = new OwnPool(serviceConnections(environment), 'numbers', CONNECTIONS);
  }

  /** The next number of the series, as printed: `PO-2026-000042`. */
  async next(tenantId: TenantId, series: Series, year: number): Promise<string> {
    const pretended = pretends.getStore();
    if (pretended) return `${series}-${year}-TRIAL-${(pretended.taken += 1)}`;
    const value = await this.enqueue(tenantId, series, year);
    return `${series}-${year}-${String(value).padStart(6, '0')}`;
  }

  /** Runs work that will be rolled back. It gets trial numbers, so that the series has no gaps from it. */
  pretend<T>(work: () => Promise<T>): Promise<T> {
    return pretends.run({ taken: 0 }, work);
  }

  /** Nest calls this hook after running requests, which may need numbers, have ended. */
  onApplicationShutdown(): Promise<void> {
    return this.pool.end();
  }

  private enqueue(tenantId: TenantId, series: Series, year: number): Promise<number> {
    const key = `${tenantId}/${series}/${year}`;
    return new Promise((resolve, reject) => {
      const waiting = { context: new AsyncResource('NumberSeries'), resolve, reject };
      const queue = this.queues.get(key);
      if (queue) {
        queue.push(waiting);
        return;
      }
      this.queues.set(key, [waiting]);
      // Requests of the same turn of the event loop join this statement.
      setImmediate(() => void this.serve(key, tenantId, series, year));
    });
  }

  private async serve(key: string, tenantId: TenantId, series: Series, year: number): Promise<void> {
    const waiting = this.queues.get(key) ?? [];
    this.queues.delete(key);
    const take = (): Promise<number> => this.take(tenantId, series, year, waiting.length);
    try {
      // The latest request has the most time left. The limit of an older one would fail the statement for all.
      const last = await (waiting.at(-1)?.context.runInAsyncScope(take) ?? take());
      waiting.forEach((one, index) => one.resolve(last - waiting.length + 1 + index));
    } catch (error) {
      waiting.forEach((one) => one.reject(error));
    }
  }

  private async take(tenantId: TenantId, series: Series, year: number, count: number): Promise<number> {
    const limits = currentLimits(this.environment);
    const settings = settingCommands(this.environment.DATABASE_ROLE, tenantId, limits);
    const begin = openingOf(`BEGIN; ${settings}; SET LOCAL synchronous_commit = off`, limits);
    const taking = query(TAKE, [tenantId, series, year, count]);
    // After an error the connection is closed: a number must never reach the wrong request.
    const rows = await withRetries(() => this.pool.run(begin, taking, always));
    const [row] = rows as { value: number }[];
    if (!row) throw new Error('The number series returned no row');
    return row.value;
  }
}

const always = (): boolean => true;
