import { Inject, Injectable } from '@nestjs/common';
import { userInfo } from 'node:os';
import { Clock } from '../../../common/clock';
import { ENVIRONMENT, type Environment } from '../../../platform/config';
import { DocumentStorage } from '../../../procurement/documents';
import { REDIS, type SharedRedis } from '../../../platform/redis';
import { quoted, SET_LATER, type TenantTable, tenantTables } from '../archive/tables.sql';
import type { Tell } from '../archive/tenant-export';
import { type Ask, asOwner, inTransaction } from '../owner-connection';
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
  inhabited,
  LOCK,
  SHUT,
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
  async run({ slug, confirm, force = false }: ErasureOptions, tell: Tell): Promise<Erased> {
    if (confirm !== slug) throw new ProvisioningError(`Nothing is erased without --confirm ${slug}`);
    return asOwner(this.environment.DATABASE_MIGRATION_URL, async (ask) => {
      const id = await this.shut(ask, slug, force);
      if (id !== undefined) await this.removeAll(ask, id, tell);
      // Also if a run was killed after all rows were deleted.
      const [record] = await ask<Recorded>(ERASED, [slug, id ?? null]);
      if (!record) throw noTenant(slug);
      // Without Redis, the counters expire within a day.
      await this.forgetCounters(record.id).catch(() => undefined);
      return { slug, already: id === undefined, ...record };
    });
  }

  private async removeAll(ask: Ask, id: string, tell: Tell): Promise<void> {
    const tables = (await tenantTables(ask)).reverse();
    await open(ask, id);
    for (const [done, table] of tables.entries()) {
      tell({ done, total: tables.length, unit: 'tables' });
      await this.removeRows(ask, id, table);
    }
    await this.end(ask, id, tables);
  }

  private removeRows(ask: Ask, id: string, table: TenantTable): Promise<void> {
    return table.name === 'stored_objects' ? this.removeFiles(ask, id, table) : removeRows(ask, id, table);
  }

  /** @returns the tenant's id; undefined if no tenant has the slug */
  private async shut(ask: Ask, slug: string, force: boolean): Promise<string | undefined> {
    const [tenant] = await ask<{ id: string; status: string; holdReason: string | null; erasingSince: Date | null }>(
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
    await inTransaction(ask, async () => {
      const shut = await ask(SHUT, [tenant.id, now]);
      if (shut.length === 0) throw new ProvisioningError(`${slug} was taken up or held meanwhile: nothing was erased`);
      await ask(BEGIN_RECORD, [tenant.id, slug, userInfo().username, now]);
    });
    return tenant.id;
  }

  /** Deletes each file before its row, so that an interrupted run finds the file again. */
  private async removeFiles(ask: Ask, id: string, table: TenantTable): Promise<void> {
    for (;;) {
      const files = await ask<{ id: string; key: string }>(FILES, [id]);
      if (files.length === 0) return;
      for (const { key } of files) await this.storage.remove(key);
      await inTransaction(ask, async () => {
        const removed = await ask(deleteThese(table), [id, files.map((file) => file.id)]);
        await ask(COUNT_ROWS, [id, table.name, removed.length]);
        await ask(COUNT_FILES, [id, removed.length]);
      });
    }
  }

  /** Deletes the tenant's row once no table has a row of it. */
  private async end(ask: Ask, id: string, tables: readonly TenantTable[]): Promise<void> {
    for (let round = 0; round < ROUNDS; round += 1) {
      const left = await ask<{ name: string }>(inhabited(tables), [id]);
      for (const table of tables.filter(({ name }) => left.some((one) => one.name === name))) {
        await this.removeRows(ask, id, table);
      }
      const isEnded = await inTransaction(ask, async () => {
        await ask(LOCK, [id]);
        if ((await ask(inhabited(tables), [id])).length > 0) return false;
        await ask(DELETE_TENANT, [id]);
        await ask(END_RECORD, [id, this.clock.now()]);
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
async function open(ask: Ask, id: string): Promise<void> {
  for (const [table, columns] of Object.entries(SET_LATER)) {
    const emptied = columns.map((column) => `${quoted(column)} = NULL`).join(', ');
    await ask(`UPDATE ${quoted(table)} SET ${emptied} WHERE tenant_id = $1`, [id]);
  }
}

async function removeRows(ask: Ask, id: string, table: TenantTable): Promise<void> {
  const statement = `WITH gone AS (${deleteSome(table)} RETURNING 1) SELECT count(*)::int AS count FROM gone`;
  for (;;) {
    const removed = await inTransaction(ask, async () => {
      const [row] = await ask<{ count: number }>(statement, [id]);
      const count = row?.count ?? 0;
      if (count > 0) await ask(COUNT_ROWS, [id, table.name, count]);
      return count;
    });
    if (removed === 0) return;
  }
}
