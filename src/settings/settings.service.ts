import { Injectable } from '@nestjs/common';
import { TokenAuthority } from '../auth';
import type { Actor } from '../common/actor';
import { changesOf, fromTo } from '../common/records/changes';
import { given } from '../common/records/given';
import { AuditLog, UnitOfWork } from '../database';
import { type IfMatch, requireVersion } from '../common/records/versions';
import { TenantSettings, settingsVersion, type Settings, withControls } from '../tenants';

type SettingsChange = { readonly [Name in keyof Settings]?: Settings[Name] | undefined };

/** Changes how a tenant wants its rules. */
@Injectable()
export class SettingsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: TenantSettings,
    private readonly audit: AuditLog,
    private readonly authority: TokenAuthority,
  ) {}

  /**
   * Sets what is given; the audit log keeps old and new values.
   * @throws DomainError PRECONDITION_FAILED; UNAUTHENTICATED; VALIDATION_ERROR for what the tenant's controls fix otherwise
   */
  async change(actor: Actor, change: SettingsChange, ifMatch: IfMatch): Promise<Settings> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const [, before] = await Promise.all([
        // Alone: settings say who may decide what, and a decision under way is taken by those it began with.
        this.authority.confirmAlone(tx, actor),
        this.settings.lock(tx),
      ]);
      requireVersion(ifMatch, settingsVersion(before));
      const changed = changesOf<Settings>(before, withControls(before, given(change)));
      if (Object.keys(changed).length === 0) return before;
      const after = await this.settings.set(tx, changed);
      await this.audit.record(tx, actor, {
        action: 'updated',
        entityType: 'settings',
        entityId: null,
        details: { changes: fromTo(before, changed) },
      });
      return after;
    });
  }
}
