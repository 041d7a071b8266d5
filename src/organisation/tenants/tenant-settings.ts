import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { notFound } from '../../common/errors';
import type { TenantId } from '../../common/records/ids';
import { Transaction, UnitOfWork, query } from '../../platform/database';
import { Settings, withInitialValues } from './settings';

export interface TenantProfile {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /** ISO 4217 code of the tenant's currency. */
  readonly currency: string;
  readonly settings: Settings;
  /** The pending first month of the fiscal year; null without a change. */
  readonly pendingFiscalMonth: number | null;
}

type ProfileRow = Omit<TenantProfile, 'settings'> & { readonly settings: Readonly<Record<string, unknown>> };

const COLUMNS = 'id, slug, name, currency, settings, pending_fiscal_month AS "pendingFiscalMonth"';
const PROFILE = `SELECT ${COLUMNS} FROM tenants WHERE id = $1`;
const REMEMBERED = Symbol('tenant profile');

@Injectable()
export class TenantSettings {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** As this transaction sees it; read once per transaction. @throws DomainError NOT_FOUND */
  async of(tx: Transaction): Promise<TenantProfile> {
    return tx.once(REMEMBERED, async () => profile(await tx.query<ProfileRow>(PROFILE, [tx.tenantId])));
  }

  /** The current profile, outside any transaction. @throws DomainError NOT_FOUND */
  async read(tenantId: TenantId): Promise<TenantProfile> {
    const [rows] = await this.unitOfWork.readShared<[ProfileRow]>(tenantId, query(PROFILE, [tenantId]));
    return profile(rows);
  }

  /** Serializes changes of settings; reads do not wait. @throws DomainError NOT_FOUND */
  async lock(tx: Transaction): Promise<TenantProfile> {
    return profile(await tx.query<ProfileRow>(`${PROFILE} FOR NO KEY UPDATE`, [tx.tenantId]));
  }

  /** Clears the cache of {@link of} after a change outside the settings. */
  forget(tx: Transaction): void {
    tx.forget(REMEMBERED);
  }

  /** @returns all settings. @throws DomainError NOT_FOUND */
  async set(tx: Transaction, changes: Partial<Settings>): Promise<Settings> {
    const set = `UPDATE tenants SET settings = settings || $2::jsonb, updated_at = $3 WHERE id = $1 RETURNING ${COLUMNS}`;
    const changed = profile(await tx.query<ProfileRow>(set, [tx.tenantId, JSON.stringify(changes), this.clock.now()]));
    tx.forget(REMEMBERED);
    return changed.settings;
  }
}

function profile([row]: ProfileRow[]): TenantProfile {
  if (!row) throw notFound();
  return { ...row, settings: withInitialValues(row.settings) };
}
