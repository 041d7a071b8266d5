import { Injectable } from '@nestjs/common';
import { type JobRef, JobsRepository, type Leased, query, type Transaction } from '../../platform/database';
import { KEPT_DAYS } from './domain/export';
import { ExportFile } from './entities/export-file.entity';
import { Export } from './entities/export.entity';

const DAY = 24 * 60 * 60_000;

@Injectable()
export class ExportsRepository extends JobsRepository<Export, 'resources' | 'format' | 'forImport'> {
  protected readonly entity = Export;
  protected readonly table = 'exports';
  protected readonly claimFunction = 'claim_export';

  async addFile(tx: Transaction, fields: Omit<ExportFile, 'tenantId'>): Promise<void> {
    await tx.repository(ExportFile).insert({ ...fields, tenantId: tx.tenantId });
  }

  /** @returns the ids of the stored objects */
  async removeFiles(tx: Transaction, id: number): Promise<number[]> {
    const rows = await tx.query<{ objectId: number }>(
      'DELETE FROM export_files WHERE tenant_id = $1 AND export_id = $2 RETURNING object_id AS "objectId"',
      [tx.tenantId, id],
    );
    return rows.map(({ objectId }) => objectId);
  }

  /** Ends a leased export and sets the expiry of its files. */
  async finish(
    tx: Transaction,
    leased: Leased,
    { failure, ...found }: { readonly failure: string | null } & Pick<Export, 'rows' | 'changesCursor'>,
  ): Promise<void> {
    const now = this.clock.now();
    const expiresAt = failure === null ? new Date(now.getTime() + KEPT_DAYS * DAY) : null;
    await this.end(tx, leased, failure, { ...found, expiresAt }, now);
  }

  /** Exports whose files have expired, of all tenants without a legal hold. @param most limit of the result */
  async expired(most: number): Promise<JobRef[]> {
    return this.unitOfWork.unscoped<JobRef>(
      query('SELECT tenant_id AS "tenantId", id FROM expired_exports($1, $2)', [this.clock.now(), most]),
    );
  }

  async forgetExpiry(tx: Transaction, id: number): Promise<void> {
    await tx.query('UPDATE exports SET expires_at = NULL WHERE tenant_id = $1 AND id = $2', [tx.tenantId, id]);
  }
}
