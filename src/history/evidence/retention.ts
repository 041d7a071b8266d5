import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../common/clock';
import type { TenantId } from '../../common/records/ids';
import { forEachTenant, query, UnitOfWork } from '../../platform/database';
import { Periodic, type Repetition } from '../../platform/periodic';
import { INITIAL_SETTINGS, TenantSettings } from '../../organisation/tenants';

const SIX_HOURS = 21_600_000;

/** Seals deleted per transaction, so that locks are short. */
const BATCH = 1_000;

/** Condition for deleting an event `e` after its retention: it is sealed, and the feed starts after it. */
export const EVENT_MAY_GO = `EXISTS (
  SELECT FROM evidence_seals s JOIN evidence_chains c ON c.tenant_id = s.tenant_id
   WHERE s.tenant_id = e.tenant_id AND s.kind = 'event' AND s.row_id = e.id AND s.position <= c.events_start_position)`;

/** Deletes audit entries older than the tenant's `audit_retention_years`. */
@Injectable()
export class Retention {
  private readonly log = new Logger(Retention.name);
  private readonly removing: Repetition;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: TenantSettings,
    private readonly clock: Clock,
    periodic: Periodic,
  ) {
    this.removing = periodic.add({
      name: 'Audit entries past their years',
      every: SIX_HOURS,
      onlyInWorkers: true,
      failure: 'Old audit entries could not be removed',
      run: () => this.removeAll(),
    });
  }

  /** @throws AggregateError at the end, with the errors of tenants that failed */
  async removeAll(): Promise<void> {
    const tenants = query('SELECT tenants_with_old_evidence($1, $2) AS id', [
      this.clock.now(),
      INITIAL_SETTINGS.audit_retention_years,
    ]);
    await forEachTenant(
      this.unitOfWork,
      tenants,
      () => this.removing.stopped,
      async (id) => {
        const { audit_retention_years: years } = (await this.settings.read(id)).settings;
        const before = yearsBefore(this.clock.now(), years);
        const removed = await this.remove(id, before);
        if (removed > 0) this.log.log({ tenant_id: id, before, removed }, 'Old evidence removed');
      },
    );
  }

  private async remove(tenantId: TenantId, before: Date): Promise<number> {
    for (let removed = 0; ;) {
      const removing = query('SELECT remove_old_evidence($1, $2) AS count', [before, BATCH]);
      const [[batch]] = await this.unitOfWork.write<[{ count: number }]>(tenantId, removing);
      removed += batch?.count ?? 0;
      if ((batch?.count ?? 0) < BATCH || this.removing.stopped) return removed;
    }
  }
}

/** The same day and time some years earlier; for 29 February possibly 1 March. */
function yearsBefore(instant: Date, years: number): Date {
  const before = new Date(instant);
  before.setUTCFullYear(before.getUTCFullYear() - years);
  return before;
}
