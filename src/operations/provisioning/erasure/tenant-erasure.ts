import { Inject, Injectable } from '@nestjs/common';
import { userInfo } from 'node:os';
import { Clock } from '../../../common/clock';
import { ENVIRONMENT, type Environment } from '../../../platform/config';
import { DocumentStorage } from '../../../procurement/documents';
import { REDIS, type SharedRedis } from '../../../platform/redis';
import { quoted, SET_LATER, type TenantTable, tenantTables } from '../archive/tables.sql';
import type { ReportProgress } from '../archive/tenant-export';
import { type RunQuery, asOwner, inTransaction } from '../owner-connection';
import { noTenant, ProvisioningError, refuseHeld } from '../provisioning-error';
import { TenantsService } from '../tenants.service';
import {
  BEGIN_RECORD,
  COUNT_FILES,
  COUNT_ROWS,
  DELETE_TENANT,
  deleteSome,
  deleteThese,
  END_RECORD,
  ERASED,
  FILES,
  tablesWithRows,
  LOCK,
  MARK_FOR_ERASURE,
  TO_ERASE,
} from './erasure.sql';

export interface ErasureOptions {
  readonly slug: string;
  /** The slug again, as a confirmation. */
  readonly confirm: string;
  /** Also erases an active tenant, which is suspended first. */
  readonly force?: boolean;
}

export interface Erased {
  readonly id: string;
  readonly slug: string;
  /** An earlier run erased the tenant. Nothing was done now. */
  readonly already: boolean;
  readonly ended_at: Date;
  readonly rows: Readonly<Record<string, number>>;
  readonly files: number;
}

type Recorded = Omit<Erased, 'slug' | 'already'>;

/** Rounds for rows that other processes still write. Work in progress ends sooner. */
const ROUNDS = 10;

@Injectable()
export class TenantErasure {
  constructor(
    private readonly tenants: TenantsService,
    private readonly storage: DocumentStorage,
    private readonly clock: Clock,
    @Inject(REDIS) private readonly redis: SharedRedis,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /**
   * Deletes rows in batches, and each file before its row. A repeated run continues an interrupted one. For an already
   * erased tenant, returns the saved record.
   * @throws ProvisioningError without a tenant or confirmation, for an active tenant and under a legal hold
   */
  async run({ slug, confirm, force = false }: ErasureOptions, report: ReportProgress): Promise<Erased> {
    if (confirm !== slug) throw new ProvisioningError(`Nothing is erased without --confirm ${slug}`);
    return asOwner(this.environment.DATABASE_MIGRATION_URL, async (query) => {
      const id = await this.markForErasure(query, slug, force);
      if (id !== undefined) await this.removeAll(query, id, report);
      // Also if a run was killed after all rows were deleted.
      const [record] = await query<Recorded>(ERASED, [slug, id ?? null]);
      if (!record) throw noTenant(slug);
      // Without Redis, the counters expire within a day.
      await this.forgetCounters(record.id).catch(() => undefined);
      return { slug, already: id === undefined, ...record };
    });
  }

  private async removeAll(query: RunQuery, id: string, report: ReportProgress): Promise<void> {
    const tables = (await tenantTables(query)).reverse();
    await clearCircularReferences(query, id);
    for (const [done, table] of tables.entries()) {
      report({ done, total: tables.length, unit: 'tables' });
      await this.removeRows(query, id, table);
    }
    await this.end(query, id, tables);
  }

  private removeRows(query: RunQuery, id: string, table: TenantTable): Promise<void> {
    return table.name === 'stored_objects' ? this.removeFiles(query, id, table) : removeRows(query, id, table);
  }

  /** @returns the tenant's id; undefined if no tenant has the slug */
  private async markForErasure(query: RunQuery, slug: string, force: boolean): Promise<string | undefined> {
    const [tenant] = await query<{ id: string; status: string; holdReason: string | null; erasingSince: Date | null }>(
      TO_ERASE,
      [slug],
    );
    if (!tenant) return undefined;
    refuseHeld(slug, tenant.holdReason);
    if (tenant.status === 'active') {
      if (!force) {
        throw new ProvisioningError(
          `${slug} is active, and only a suspended tenant is erased.\nRun \`tenant:suspend --slug ${slug}\` first, or give --force`,
        );
      }
      await this.tenants.suspend(slug);
    }
    const now = this.clock.now();
    await inTransaction(query, async () => {
      const markForErasure = await query(MARK_FOR_ERASURE, [tenant.id, now]);
      if (markForErasure.length === 0)
        throw new ProvisioningError(`${slug} was taken up or held meanwhile: nothing was erased`);
      await query(BEGIN_RECORD, [tenant.id, slug, userInfo().username, now]);
    });
    return tenant.id;
  }

  /** Deletes each file before its row, so that an interrupted run finds the file again. */
  private async removeFiles(query: RunQuery, id: string, table: TenantTable): Promise<void> {
    for (;;) {
      const files = await query<{ id: string; key: string }>(FILES, [id]);
      if (files.length === 0) return;
      for (const { key } of files) await this.storage.remove(key);
      await inTransaction(query, async () => {
        const removed = await query(deleteThese(table), [id, files.map((file) => file.id)]);
        await query(COUNT_ROWS, [id, table.name, removed.length]);
        await query(COUNT_FILES, [id, removed.length]);
      });
    }
  }

  /** Deletes the tenant's row once no table has a row of it. */
  private async end(query: RunQuery, id: string, tables: readonly TenantTable[]): Promise<void> {
    for (let round = 0; round < ROUNDS; round += 1) {
      const left = await query<{ name: string }>(tablesWithRows(tables), [id]);
      for (const table of tables.filter(({ name }) => left.some((one) => one.name === name))) {
        await this.removeRows(query, id, table);
      }
      const isEnded = await inTransaction(query, async () => {
        await query(LOCK, [id]);
        if ((await query(tablesWithRows(tables), [id])).length > 0) return false;
        await query(DELETE_TENANT, [id]);
        await query(END_RECORD, [id, this.clock.now()]);
        return true;
      });
      if (isEnded) return;
    }
    throw new ProvisioningError('Something still writes rows of the tenant.\nRun the command again: it goes on');
  }

  /** Deletes the counters of tokens and the mark of changes in Redis. @throws if Redis is unavailable */
  private async forgetCounters(id: string): Promise<void> {
    if (!this.redis) return;
    for (let cursor = '0'; ;) {
      const [next, keys] = await this.redis.scan(cursor, 'MATCH', `*{${id}}*`, 'COUNT', 1_000);
      if (keys.length > 0) await this.redis.unlink(...keys);
      if (next === '0') return;
      cursor = next;
    }
  }
}

/** Clears foreign keys that form a circle. */
async function clearCircularReferences(query: RunQuery, id: string): Promise<void> {
  for (const [table, columns] of Object.entries(SET_LATER)) {
    const emptied = columns.map((column) => `${quoted(column)} = NULL`).join(', ');
    await query(`UPDATE ${quoted(table)} SET ${emptied} WHERE tenant_id = $1`, [id]);
  }
}

async function removeRows(query: RunQuery, id: string, table: TenantTable): Promise<void> {
  const statement = `WITH gone AS (${deleteSome(table)} RETURNING 1) SELECT count(*)::int AS count FROM gone`;
  for (;;) {
    const removed = await inTransaction(query, async () => {
      const [row] = await query<{ count: number }>(statement, [id]);
      const count = row?.count ?? 0;
      if (count > 0) await query(COUNT_ROWS, [id, table.name, count]);
      return count;
    });
    if (removed === 0) return;
  }
}
