import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import type { TenantId } from '../../../common/records/ids';
import { ENVIRONMENT } from '../../config';
import { type ConnectionVariables, serviceConnections } from '../connection/data-source';
import { again } from '../connection/errors';
import { OwnPool } from '../connection/shared-connections';
import { query } from '../connection/statement';
import { currentLimits, openingOf, settingCommands, type TimeLimitVariables } from '../connection/settings';

/** Which documents are numbered: PO-2026-000042. */
export type Series = 'PO' | 'GR' | 'INV' | 'CN';

interface Waiting {
  /** The request's own context: its trace and its limits. */
  readonly context: AsyncResource;
  resolve(value: number): void;
  reject(error: unknown): void;
}

const NOT_TO_DISK = 'SET LOCAL synchronous_commit = off';

/** Values: tenant, series, year, how many. */
const TAKE = `INSERT INTO number_series AS s (tenant_id, series, year, value) VALUES ($1, $2, $3, $4)
   ON CONFLICT (tenant_id, series, year) DO UPDATE SET value = s.value + EXCLUDED.value RETURNING value`;

const CONNECTIONS = 2;

/** Work that will be rolled back, and how many numbers it was given. One for the process, as the transaction of unit-of-work.ts is. */
const pretends = new AsyncLocalStorage<{ taken: number }>();

/**
 * Hands out document numbers, unique in the tenant and rising. Each take is a transaction of its own, committed before
 * the document's begins, so that creates of one tenant never wait for each other's transactions; a document that is
 * rolled back leaves a gap. Numbers of one series that are asked for at the same time in this process are taken by one statement. The take does not wait for the disk:
 * the document's own commit, later in the same write-ahead log, makes it durable.
 */
@Injectable()
export class NumberSeries implements OnApplicationShutdown {
  private readonly pool: OwnPool;
  private readonly queues = new Map<string, Waiting[]>();

  constructor(
    @Inject(ENVIRONMENT)
    private readonly environment: ConnectionVariables & TimeLimitVariables,
  ) {
    // Its own connections: a take inside an open transaction must never wait for a connection that others hold.
    this.pool = new OwnPool(serviceConnections(environment), 'numbers', CONNECTIONS);
  }

  /** The next number of the series, as it is printed: `PO-2026-000042`. */
  async next(tenantId: TenantId, series: Series, year: number): Promise<string> {
    const pretended = pretends.getStore();
    if (pretended) return `${series}-${year}-TRIAL-${(pretended.taken += 1)}`;
    const value = await this.enqueue(tenantId, series, year);
    return `${series}-${year}-${String(value).padStart(6, '0')}`;
  }

  /** Runs work that will be rolled back, and takes no numbers for it: they would be missing from the series. */
  pretend<T>(work: () => Promise<T>): Promise<T> {
    return pretends.run({ taken: 0 }, work);
  }

  /** Closes the connections. Requests that are still running have been waited for: they may need numbers. */
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
      // Requests of this turn of the event loop join this statement.
      setImmediate(() => void this.serve(key, tenantId, series, year));
    });
  }

  private async serve(key: string, tenantId: TenantId, series: Series, year: number): Promise<void> {
    const waiting = this.queues.get(key) ?? [];
    this.queues.delete(key);
    const take = (): Promise<number> => this.take(tenantId, series, year, waiting.length);
    try {
      // The request that came last has the most time left. A limit of an older one would fail the statement for all.
      const last = await (waiting.at(-1)?.context.runInAsyncScope(take) ?? take());
      waiting.forEach((one, index) => one.resolve(last - waiting.length + 1 + index));
    } catch (error) {
      waiting.forEach((one) => one.reject(error));
    }
  }

  private async take(tenantId: TenantId, series: Series, year: number, count: number): Promise<number> {
    const limits = currentLimits(this.environment);
    const settings = settingCommands(this.environment.DATABASE_ROLE, tenantId, limits);
    const begin = openingOf(`BEGIN; ${settings}; ${NOT_TO_DISK}`, limits);
    const taking = query(TAKE, [tenantId, series, year, count]);
    // After any error the connection is closed: a number must never be answered to the wrong request.
    const rows = await again(() => this.pool.run(begin, taking, always));
    const [row] = rows as { value: number }[];
    if (!row) throw new Error('The number series returned no row');
    return row.value;
  }
}

const always = (): boolean => true;
