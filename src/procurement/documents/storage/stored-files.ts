import { unavailable } from '../../../common/errors';
import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import type { TenantId } from '../../../common/records/ids';
import { type ReadScope, type Transaction, UnitOfWork } from '../../../platform/database';
import { DocumentStorage } from './document-storage';
import { Orphans } from './orphans';
import { type ObjectRef, StoredObjectsRepository } from './stored-objects.repository';

/** A file on the local disk. */
interface LocalFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Media type. */
  readonly contentType: string;
}

/** Files in the document storage that belong to no document: of imports and exports. They count against the tenant's quota. */
@Injectable()
export class StoredFiles {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly objects: StoredObjectsRepository,
    private readonly storage: DocumentStorage,
    private readonly orphans: Orphans,
  ) {}

  /**
   * Stores a file and writes down who needs it. The bytes are written between two transactions, never inside one.
   * @param keeper writes, in the transaction that keeps the file, the record that names it
   * @returns what the keeper returns
   * @throws DomainError VALIDATION_ERROR on `file` when it exceeds the storage quota; SERVICE_UNAVAILABLE when the storage is
   *   away; whatever the keeper throws: then the file is gone
   */
  async store<T>(
    tenantId: TenantId,
    file: LocalFile,
    keeper: (tx: Transaction, object: ObjectRef) => Promise<T>,
  ): Promise<T> {
    const object = await this.unitOfWork.run(tenantId, (tx) => this.objects.reserve(tx, file.size));
    try {
      await this.storage.put(object.key, file).catch((error: unknown) => {
        throw unavailable(error);
      });
      return await this.unitOfWork.run(tenantId, async (tx) => {
        if (!(await this.objects.keep(tx, object, true))) throw unavailable(new Error('The file took too long'));
        return keeper(tx, object);
      });
    } catch (error) {
      await this.orphans.discard(object);
      throw error;
    }
  }

  /** Lets go of a file: it is removed, and counts no more, once the transaction has committed; at the latest by the sweep of orphans. */
  async release(tx: Transaction, objectId: number): Promise<void> {
    const { tenantId } = tx;
    const object = { tenantId, id: objectId, key: await this.objects.keyOf(tx, objectId) };
    await this.objects.keep(tx, object, false);
    tx.afterCommit(async () => {
      await this.orphans.discard(object);
    });
  }

  /**
   * The bytes of a file.
   * @param start the first byte that is wanted, counted from 0
   * @throws DomainError SERVICE_UNAVAILABLE when the storage is away, or has lost the file
   */
  async open(scope: ReadScope, objectId: number, start = 0): Promise<Readable> {
    const key = await this.objects.keyOf(scope, objectId);
    const bytes = await this.storage.open(key, start).catch((error: unknown) => {
      throw unavailable(error);
    });
    if (!bytes) throw unavailable(new Error(`The storage has nothing under ${key}`));
    return bytes;
  }
}
