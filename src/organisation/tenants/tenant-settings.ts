import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { notFound } from '../../common/errors';
import type { TenantId } from '../../common/records/ids';
import { Transaction, UnitOfWork, query } from '../../platform/database';
import { Settings, withInitialValues } from './settings';

/** What rules need to know of the tenant itself. */
export interface TenantProfile {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /** ISO 4217 code of the tenant's own currency. */
  readonly currency: string;
  readonly settings: Settings;
  /** The first month of the fiscal year that is to be in force once the stored fiscal years are computed by it; else null. */
  readonly pendingFiscalMonth: number | null;
}

type ProfileRow = Omit<TenantProfile, 'settings'> & { readonly settings: Readonly<Record<string, unknown>> };

const COLUMNS = 'id, slug, name, currency, settings, pending_fiscal_month AS "pendingFiscalMonth"';
const PROFILE = `SELECT ${COLUMNS} FROM tenants WHERE id = $1`;
const REMEMBERED = Symbol('tenant profile');

/** The tenant's name, currency and settings. */
@Injectable()
export class TenantSettings {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** The profile as this transaction sees it, read once in each transaction. @throws DomainError NOT_FOUND */
  async of(tx: Transaction): Promise<TenantProfile> {
    return tx.once(REMEMBERED, async () => profile(await tx.query<ProfileRow>(PROFILE, [tx.tenantId])));
  }

  /** The profile now, outside any transaction. @throws DomainError NOT_FOUND */
  async read(tenantId: TenantId): Promise<TenantProfile> {
    const [rows] = await this.unitOfWork.readShared<[ProfileRow]>(tenantId, query(PROFILE, [tenantId]));
    return profile(rows);
  }

  /**
   * The profile, locked: changes of settings run one after the other; reads of the tenant do not wait.
   * @throws DomainError NOT_FOUND
   */
  async lock(tx: Transaction): Promise<TenantProfile> {
    return profile(await tx.query<ProfileRow>(`${PROFILE} FOR NO KEY UPDATE`, [tx.tenantId]));
  }

  /** Forgets what {@link of} has read, after a change beside the settings. */
  forget(tx: Transaction): void {
    tx.forget(REMEMBERED);
  }

  /**
   * Sets those given, of locked settings; the others stay.
   * @returns all of them as the rest of the transaction sees them
   * @throws DomainError NOT_FOUND
   */
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
