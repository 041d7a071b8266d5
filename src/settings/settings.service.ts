import { Injectable } from '@nestjs/common';
import { TokenAuthority } from '../auth';
import type { Actor } from '../common/actor';
import { changesOf, fromTo } from '../common/changes';
import { Clock } from '../common/clock';
import { given } from '../common/given';
import { AuditLog, UnitOfWork } from '../database';
import { requireVersion, type IfMatch } from '../http';
import { TenantSettings, settingsVersion, type Settings } from '../tenants';

export type SettingsChange = { readonly [Name in keyof Settings]?: Settings[Name] | undefined };

/** Reading and changing how a tenant wants its rules. */
@Injectable()
export class SettingsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly tenants: TenantSettings,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly authority: TokenAuthority,
  ) {}

  async get(tenantId: string): Promise<Settings> {
    return (await this.tenants.read(tenantId)).settings;
  }

  /** Sets what is given. The audit log keeps who changed which setting from what to what. */
  async change(actor: Actor, change: SettingsChange, ifMatch: IfMatch): Promise<Settings> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      await Promise.all([
        // Alone: settings say who may decide what, and a decision under way is taken by those it began with.
        this.authority.confirmAlone(tx, actor),
        // Changes of settings take turns; whoever only reads the tenant does not wait.
        tx.query('SELECT id FROM tenants WHERE id = $1 FOR NO KEY UPDATE', [tx.tenantId]),
      ]);
      const { settings: before } = await this.tenants.of(tx);
      requireVersion(ifMatch, settingsVersion(before));
      const changed = changesOf<Settings>(before, given(change));
      if (Object.keys(changed).length === 0) return before;
      await tx.query('UPDATE tenants SET settings = settings || $2::jsonb, updated_at = $3 WHERE id = $1', [
        tx.tenantId,
        JSON.stringify(changed),
        this.clock.now(),
      ]);
      this.tenants.forget(tx);
      await this.audit.record(tx, actor, {
        action: 'updated',
        entityType: 'settings',
        entityId: null,
        details: { changes: fromTo(before, changed) },
      });
      return (await this.tenants.of(tx)).settings;
    });
  }
}
