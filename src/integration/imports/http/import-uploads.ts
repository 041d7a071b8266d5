import { unavailable } from '../../../common/errors';
import { Inject, Injectable } from '@nestjs/common';
import { halfOf } from '../../../common/async/fair-queue';
import type { TenantId } from '../../../common/records/ids';
import { ENVIRONMENT, type Environment } from '../../../platform/config';

const BYTES_OF_MB = 1024 * 1024;

interface Share {
  uploads: number;
  bytes: number;
}

/** An upload that is being received or inspected. */
export interface ImportUpload {
  /** Uploads of the tenant in this process, including this one. */
  readonly ofTenant: number;
  /**
   * Counts bytes before they are written to the local disk.
   * @throws DomainError SERVICE_UNAVAILABLE if all uploads of the process, or of the tenant in it, would have too many
   */
  readonly add: (bytes: number) => void;
  /** Ends the upload after its file is deleted. Idempotent. */
  readonly end: () => void;
}

/** Counts the uploads that this process receives and inspects, and their bytes on the local disk. */
@Injectable()
export class ImportUploads {
  private readonly most: number;
  private readonly mostOfTenant: number;
  private readonly tenants = new Map<TenantId, Share>();
  private bytes = 0;

  constructor(
    @Inject(ENVIRONMENT)
    environment: Pick<Environment, 'IMPORT_MAX_MB' | 'IMPORT_MAX_INSTANCE_MB' | 'WEB_CONCURRENCY'>,
  ) {
    const { IMPORT_MAX_MB: largest, IMPORT_MAX_INSTANCE_MB: ofInstance, WEB_CONCURRENCY: processes } = environment;
    const all = Math.floor(ofInstance / processes);
    // A file of the maximum size always fits.
    this.most = Math.max(all, largest) * BYTES_OF_MB;
    this.mostOfTenant = Math.max(halfOf(all), largest) * BYTES_OF_MB;
  }

  /** Starts an upload, which the caller must end. */
  begin(tenantId: TenantId): ImportUpload {
    const share = this.tenants.get(tenantId) ?? { uploads: 0, bytes: 0 };
    this.tenants.set(tenantId, share);
    share.uploads += 1;
    let written = 0;
    let hasEnded = false;
    const release = (): void => {
      share.bytes -= written;
      this.bytes -= written;
      written = 0;
    };
    return {
      ofTenant: share.uploads,
      add: (bytes) => {
        if (this.bytes + bytes > this.most || share.bytes + bytes > this.mostOfTenant) {
          // Its file is deleted next. If it still counted until then, all other uploads would fail too.
          release();
          throw unavailable(new Error('The files of imports take all the room that they may take'));
        }
        written += bytes;
        share.bytes += bytes;
        this.bytes += bytes;
      },
      end: () => {
        if (hasEnded) return;
        hasEnded = true;
        share.uploads -= 1;
        release();
        if (share.uploads === 0) this.tenants.delete(tenantId);
      },
    };
  }
}
