import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../../common/clock';
import { AuditLog, type AuditRecord, UnitOfWork } from '../../../platform/database';
import type { RequestWatcher, WatchedRequest } from '../../../platform/http';
import { Periodic } from '../../../platform/periodic';
import { type CountedRequests, RequestCounts } from './request-counts';

const FLUSH_MILLISECONDS = 20_000;
const FAILURE = 'Refused requests and exports could not be written to the audit log';

/** Saves one audit entry per token, route, code and minute, not per request. A crash loses the current minute. */
@Injectable()
export class RequestLogService implements RequestWatcher, OnApplicationShutdown {
  private readonly log = new Logger(RequestLogService.name);
  private readonly counts = new RequestCounts();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    periodic: Periodic,
  ) {
    periodic.add({
      name: 'Refused requests and exports',
      every: FLUSH_MILLISECONDS,
      failure: FAILURE,
      run: () => this.flush(this.clock.now()),
    });
  }

  watch(request: WatchedRequest): void {
    this.counts.add(request, this.clock.now());
  }

  /** Runs after the last response, while the database is still connected. */
  async onApplicationShutdown(): Promise<void> {
    await this.flush().catch((error: unknown) => this.log.warn({ err: error }, FAILURE));
  }

  /** Saves completed minutes; without a time, all. Failed ones are retried later. @throws errors of the database */
  async flush(now?: Date): Promise<void> {
    const lost = this.counts.takeLost();
    if (lost > 0) this.log.warn({ lost }, 'Refused requests and exports were too many to be counted');
    const byTenant = new Map<CountedRequests['actor']['tenantId'], CountedRequests[]>();
    for (const one of this.counts.take(now)) {
      const { tenantId } = one.actor;
      byTenant.set(tenantId, [...(byTenant.get(tenantId) ?? []), one]);
    }
    const failures: unknown[] = [];
    for (const [tenantId, counted] of byTenant) {
      const write = this.unitOfWork.run(tenantId, async (tx) => {
        for (const one of counted) await this.audit.record(tx, one.actor, entryOf(one));
      });
      await write.catch((error: unknown) => {
        this.counts.putBack(counted);
        failures.push(error);
      });
    }
    if (failures.length > 0) throw failures[0];
  }
}

function entryOf({ action, route, what, count, firstAt, lastAt }: CountedRequests): AuditRecord {
  const details = {
    route,
    ...(action === 'refused' ? { code: what } : { media_type: what }),
    count,
    first_at: firstAt.toISOString(),
    last_at: lastAt.toISOString(),
  };
  return { action, entityType: 'request', entityId: null, details };
}
