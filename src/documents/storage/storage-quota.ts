import { Injectable } from '@nestjs/common';
import { invalidField } from '../../common/errors';
import type { Transaction } from '../../database';
import { BYTES_OF_MB, TenantQuotas, inMb } from '../../quotas';
import { FILE_FIELD } from '../uploads/upload.guard';

/** Counts the bytes that a tenant has stored and keeps them within its quota. A counter: no upload adds up all documents. */
@Injectable()
export class StorageQuota {
  constructor(private readonly quotas: TenantQuotas) {}

  /**
   * Counts bytes that are about to be stored. One statement compares and counts, so that no race stores more than fits.
   * @throws DomainError VALIDATION_ERROR on `file` when they do not fit
   */
  async take(tx: Transaction, bytes: number): Promise<void> {
    const { storage_quota_mb: quota } = await this.quotas.of(tx);
    const taken = await tx.query(
      'UPDATE tenants SET stored_bytes = stored_bytes + $2 WHERE id = $1 AND stored_bytes + $2 <= $3 RETURNING 1',
      [tx.tenantId, bytes, quota * BYTES_OF_MB],
    );
    if (taken.length > 0) return;
    const [row] = await tx.query<{ used: number }>('SELECT stored_bytes AS used FROM tenants WHERE id = $1', [
      tx.tenantId,
    ]);
    throw invalidField(FILE_FIELD, 'documents.storage_full', {
      quota,
      used: inMb(row?.used ?? 0),
      size: inMb(bytes),
    });
  }

  /** Counts bytes that are no longer stored. */
  async giveBack(tx: Transaction, bytes: number): Promise<void> {
    await tx.query('UPDATE tenants SET stored_bytes = greatest(stored_bytes - $2, 0) WHERE id = $1', [
      tx.tenantId,
      bytes,
    ]);
  }
}
