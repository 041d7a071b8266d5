import type { INestApplicationContext } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TenantId } from '../../../src/common/records/ids';
import { Outbox, UnitOfWork } from '../../../src/platform/database';
import { vendorCreated } from '../../support/webhooks/delivering';

/** Every tenth change is rolled back after its event is recorded. */
const ROLLED_BACK_EVERY = 10;

class RolledBack extends Error {}

/**
 * Records events like the modules of the service. Every tenth transaction is rolled back. Failed transactions are
 * counted.
 */
export class Writer {
  /** Events of rolled-back changes, which no receiver may get. */
  readonly rolledBack = new Set<string>();
  /** Number of failed transactions, for example without a database. */
  failures = 0;
  private written = 0;
  private isWriting = false;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly context: INestApplicationContext,
    private readonly tenants: readonly TenantId[],
  ) {}

  /** Starts `count` changes, eight at a time. Most of them are committed. */
  async write(count: number): Promise<void> {
    await this.writeFor(this.tenants, count);
  }

  /** The same for some of the tenants. */
  async writeFor(tenants: readonly TenantId[], count: number): Promise<void> {
    const until = this.written + count;
    const one = async (): Promise<void> => {
      while (this.written < until) {
        this.written += 1;
        await this.once(this.written, tenants);
      }
    };
    await Promise.all(Array.from({ length: 8 }, one));
  }

  /** Writes at a constant rate until `stop`. */
  begin(perSecond: number): void {
    this.isWriting = true;
    this.writing = this.evenly(perSecond);
  }

  async stop(): Promise<void> {
    this.isWriting = false;
    await this.writing;
  }

  /** Clears the counters. */
  forget(): void {
    this.rolledBack.clear();
    this.failures = 0;
  }

  private async evenly(perSecond: number): Promise<void> {
    const started = performance.now();
    const running = new Set<Promise<void>>();
    for (let count = 1; this.isWriting; count += 1) {
      this.written += 1;
      const write = this.once(this.written, this.tenants);
      running.add(write);
      void write.finally(() => running.delete(write));
      const ahead = started + (count * 1000) / perSecond - performance.now();
      if (ahead > 0) await sleep(ahead);
      // Limits the open transactions while the database is unavailable.
      while (running.size > 50) await Promise.race(running);
    }
    await Promise.all(running);
  }

  private async once(number: number, tenants: readonly TenantId[]): Promise<void> {
    const tenantId = tenants[number % tenants.length] as TenantId;
    const rollsBack = number % ROLLED_BACK_EVERY === 0;
    try {
      await this.context.get(UnitOfWork).run(tenantId, async (tx) => {
        const { eventId } = await this.context.get(Outbox).record(tx, 'vendor.created', vendorCreated(number));
        if (!rollsBack) return;
        this.rolledBack.add(eventId);
        throw new RolledBack();
      });
    } catch (error) {
      if (!(error instanceof RolledBack)) this.failures += 1;
    }
  }
}
