import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock';
import type { TenantId } from '../../../common/records/ids';
import { deleteOldRows, forEachTenant, pruneEvents, query, UnitOfWork } from '../../../platform/database';
import { EVENT_MAY_GO } from '../../../history/evidence';
import { Periodic, type Repetition } from '../../../platform/periodic';
import { HAS_ENDED } from '../delivery/deliveries.sql';
import { RETENTION_MILLISECONDS } from '../domain/limits';

const HOUR = 3_600_000;

/** Rows deleted per statement, so that locks are short. */
const BATCH = 1_000;

const PRUNE_DELIVERIES = `
  WITH old AS MATERIALIZED (
    SELECT id FROM webhook_deliveries
     WHERE tenant_id = $1 AND created_at < $2 AND finished_at < $2 AND ${HAS_ENDED}
     ORDER BY created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
  DELETE FROM webhook_deliveries d USING old WHERE d.tenant_id = $1 AND d.id = old.id
  RETURNING d.id`;

const PRUNE_EVENTS = pruneEvents(
  `NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.tenant_id = e.tenant_id AND d.event_id = e.id)
     AND ${EVENT_MAY_GO}`,
  BATCH,
);

const PRUNE_SUBSCRIPTIONS = `
  DELETE FROM webhook_subscriptions s WHERE s.tenant_id = $1 AND s.deleted_at < $2
     AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.tenant_id = s.tenant_id AND d.subscription_id = s.id)
  RETURNING id`;

/**
 * Deletes once an hour, after 30 days: ended deliveries, their events, removed subscriptions. A pending delivery stays
 * regardless of age, and its log stays for 30 days after its end.
 */
@Injectable()
export class Pruning {
  private readonly pruning: Repetition;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    periodic: Periodic,
  ) {
    this.pruning = periodic.add({
      name: 'Old webhook deliveries and events',
      every: HOUR,
      onlyInWorkers: true,
      failure: 'Pruning failed',
      run: () => this.prune(),
    });
  }

  /** @throws AggregateError at the end, with the errors of tenants that could not be pruned */
  async prune(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - RETENTION_MILLISECONDS);
    const old = { before, most: BATCH, isStopped: () => this.pruning.stopped };
    const prune = async (id: TenantId): Promise<void> => {
      // Mark before deleting, so that a verification can distinguish deleted events from missing ones.
      await this.unitOfWork.write(id, query('SELECT mark_events_removed($1)', [before]));
      for (const statement of [PRUNE_DELIVERIES, PRUNE_EVENTS, PRUNE_SUBSCRIPTIONS]) {
        await deleteOldRows(this.unitOfWork, id, { statement, ...old });
      }
    };
    const tenants = query('SELECT tenants_to_prune_webhooks($1) AS id', [before]);
    await forEachTenant(this.unitOfWork, tenants, old.isStopped, prune);
  }
}
