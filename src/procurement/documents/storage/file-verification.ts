import { Injectable } from '@nestjs/common';
import { once } from 'node:events';
import type { TenantId } from '../../../common/records/ids';
import { query, type TenantWalk, UnitOfWork, type Walked, walkTenants } from '../../../platform/database';
import { DocumentStorage } from './document-storage';

/** A required file that is missing or incomplete in the storage. */
export interface MissingFile {
  readonly tenant_id: TenantId;
  /** Id of the stored object. */
  readonly id: number;
  /** Key in the storage. */
  readonly key: string;
}

interface NeededFile {
  readonly id: number;
  readonly key: string;
  readonly size: number;
}

/** Files per batch, and parallel requests to the storage. */
const PART = 500;
const AT_ONCE = 10;

/** Parameters: tenant, id after which to start. */
const NEEDED = `
  SELECT o.id, o.key, o.size FROM stored_objects o
   WHERE o.tenant_id = $1 AND o.id > $2 AND o.doomed_at IS NULL
     AND (o.kept OR EXISTS (SELECT FROM documents d WHERE d.tenant_id = $1 AND d.object_id = o.id))
   ORDER BY o.id LIMIT ${PART}`;

/** Compares stored objects with the storage. After a restore the two may be from different times. */
@Injectable()
export class FileVerification {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly storage: DocumentStorage,
  ) {}

  /**
   * Reads the last byte of every required file of all tenants.
   * @throws the errors of the storage
   */
  async all(walk: TenantWalk = {}): Promise<Walked & { files: number; missing: readonly MissingFile[] }> {
    const missing: MissingFile[] = [];
    let files = 0;
    const walked = await walkTenants(this.unitOfWork, walk, async (tenant_id) => {
      for await (const part of this.parts(tenant_id)) {
        files += part.length;
        for (let start = 0; start < part.length; start += AT_ONCE) {
          const some = part.slice(start, start + AT_ONCE);
          const there = await Promise.all(some.map((file) => this.isThere(file)));
          missing.push(...some.flatMap(({ id, key }, place) => (there[place] ? [] : [{ tenant_id, id, key }])));
        }
      }
    });
    return { ...walked, files, missing };
  }

  private async *parts(tenantId: TenantId): AsyncGenerator<readonly NeededFile[]> {
    for (let after = 0; ;) {
      const [part] = await this.unitOfWork.read<[NeededFile]>(tenantId, query(NEEDED, [tenantId, after]));
      yield part;
      const last = part.at(-1);
      if (!last || part.length < PART) return;
      after = last.id;
    }
  }

  private async isThere({ key, size }: NeededFile): Promise<boolean> {
    const bytes = await this.storage.open(key, Math.max(0, size - 1));
    if (!bytes) return false;
    try {
      let length = 0;
      bytes.on('data', (chunk: Buffer) => (length += chunk.length));
      await once(bytes, 'end');
      return length === Math.min(1, size);
    } finally {
      bytes.destroy();
    }
  }
}
