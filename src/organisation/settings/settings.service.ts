import { Injectable } from '@nestjs/common';
import { TokenAuthority, TokenEpochs } from '../auth';
import type { Actor } from '../../common/actor';
import { ROLES } from '../../common/actor/roles';
import { invalidField } from '../../common/errors';
import { changesOf, fromTo } from '../../common/records/changes';
import { omitUndefined } from '../../common/records/given';
import type { TenantId } from '../../common/records/ids';
import { AuditLog, type Transaction, UnitOfWork } from '../../platform/database';
import { type IfMatch, requireVersion } from '../../common/records/versions';
import { RolesService } from '../roles';
import { TenantSettings, withControls } from '../tenants';
import { FiscalYearChange } from './fiscal-year-change';
import { requestedMonth, type ShownSettings, settingsVersion, shownSettings } from './shown-settings';

type SettingsChange = { readonly [Name in keyof ShownSettings]?: ShownSettings[Name] | undefined };

@Injectable()
export class SettingsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: TenantSettings,
    private readonly roles: RolesService,
    private readonly audit: AuditLog,
    private readonly authority: TokenAuthority,
    private readonly epochs: TokenEpochs,
    private readonly fiscalYear: FiscalYearChange,
  ) {}

  async read(tenantId: TenantId): Promise<ShownSettings> {
    const [profile, roles] = await Promise.all([this.settings.read(tenantId), this.roles.read(tenantId)]);
    return shownSettings(profile, roles);
  }

  async of(tx: Transaction): Promise<ShownSettings> {
    const [profile, roles] = await Promise.all([this.settings.of(tx), this.roles.of(tx)]);
    return shownSettings(profile, roles);
  }

  /**
   * The audit log records all changes. A new first month is pending until stored fiscal years are recomputed.
   * @throws DomainError PRECONDITION_FAILED; UNAUTHENTICATED; VALIDATION_ERROR for settings locked by `strict`, and for
   * a first month with which a vendor would have used a number twice in a fiscal year
   */
  async change(actor: Actor, change: SettingsChange, ifMatch: IfMatch): Promise<ShownSettings> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      // Cached tokens contain the permissions of their users' roles.
      if (change.invoice_approver_roles) this.epochs.advance(tx);
      const [, profile, roles] = await Promise.all([
        // Exclusive, because settings determine approvers, and running decisions must use the settings from before.
        this.authority.recheckTokenExclusively(tx, actor),
        this.settings.lock(tx),
        this.roles.of(tx),
      ]);
      const before = shownSettings(profile, roles);
      requireVersion(ifMatch, settingsVersion(before));
      if (change.tolerances_by_currency) await this.requireOthers(tx, change.tolerances_by_currency);
      const { fiscal_year_start_month: _, pending_fiscal_year_start_month: __, ...others } = change;
      const month = requestedMonth(before, change);
      const wanted: Partial<ShownSettings> = omitUndefined(others);
      const changed = changesOf<ShownSettings>(before, withControls(before, inOrder(wanted)));
      const { invoice_approver_roles: approvers, ...rest } = changed;
      if (approvers) await this.roles.setHolders(tx, actor, 'invoices.approve', approvers);
      if (Object.keys(rest).length > 0) await this.settings.set(tx, rest);
      if (month !== undefined) await this.fiscalYear.change(tx, month);
      const after = await this.of(tx);
      const changes = changesOf<ShownSettings>(before, after);
      if (Object.keys(changes).length > 0) {
        const details = { changes: fromTo(before, changes) };
        await this.audit.record(tx, actor, { action: 'updated', entityType: 'settings', entityId: null, details });
      }
      return after;
    });
  }

  /** The tenant's currency uses `price_tolerance_abs`. @throws DomainError VALIDATION_ERROR */
  private async requireOthers(tx: Transaction, byCurrency: ShownSettings['tolerances_by_currency']): Promise<void> {
    const { currency } = await this.settings.of(tx);
    if (currency in byCurrency) throw invalidField('tolerances_by_currency', 'settings.own_currency', { currency });
  }
}

/** Sorts roles as displayed, always with `admin`, and currencies as stored. */
function inOrder(change: Partial<ShownSettings>): Partial<ShownSettings> {
  const { invoice_approver_roles: named, tolerances_by_currency: byCurrency } = change;
  return {
    ...change,
    ...(named && { invoice_approver_roles: ROLES.filter((role) => role === 'admin' || named.includes(role)) }),
    ...(byCurrency && { tolerances_by_currency: Object.fromEntries(Object.entries(byCurrency).sort()) }),
  };
}
