import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../common/clock';
import type { TenantId } from '../../common/records/ids';
import { isoSql, query, UnitOfWork } from '../../platform/database';
import { Periodic, type Repetition } from '../../platform/periodic';
import type { StoredAnchor } from './evidence-verification';

const HOUR = 3_600_000;

const ANCHOR = `SELECT tenant_id, position, encode(hash, 'hex') AS hash, ${isoSql('anchored_at')} AS anchored_at
  FROM anchor_evidence($1)`;

/** The end of a chain at some time. Stored outside the owner's reach, it proves later that the chain is unchanged. */
@Injectable()
export class Anchors {
  private readonly log = new Logger(Anchors.name);
  private readonly anchoring: Repetition;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    periodic: Periodic,
  ) {
    this.anchoring = periodic.add({
      name: 'Anchors of the evidence',
      every: HOUR,
      runsAtStart: true,
      onlyInWorkers: true,
      failure: 'The evidence could not be anchored',
      run: () => this.anchorDaily(),
    });
  }

  /** Once per UTC day, stores and logs the head of every tenant's chain that has grown. */
  async anchorDaily(): Promise<void> {
    const due = query('SELECT id FROM tenants_to_anchor($1) AS id', [this.clock.today()]);
    for (const { id } of await this.unitOfWork.unscoped<{ id: TenantId }>(due)) {
      if (this.anchoring.stopped) return;
      const anchor = await this.anchor(id);
      if (anchor) this.log.log(anchor, 'Anchor of the evidence');
    }
  }

  /** Anchors the chains of all tenants, or of one, and returns their heads. */
  async now(tenantId?: TenantId): Promise<StoredAnchor[]> {
    const tenants = await this.unitOfWork.unscoped<{ id: TenantId }>(query('SELECT all_tenants() AS id'));
    const anchors: StoredAnchor[] = [];
    for (const { id } of tenantId ? [{ id: tenantId }] : tenants) {
      const anchor = await this.anchor(id);
      if (anchor) anchors.push(anchor);
    }
    return anchors;
  }

  private async anchor(tenantId: TenantId): Promise<StoredAnchor | undefined> {
    const [[anchor]] = await this.unitOfWork.write<[StoredAnchor]>(tenantId, query(ANCHOR, [this.clock.now()]));
    return anchor;
  }
}
