import { unavailable } from '../../../common/errors';
import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import type { TenantId } from '../../../common/records/ids';
import { type ReadScope, type Transaction, UnitOfWork } from '../../../platform/database';
import { DocumentStorage, type FileToStore } from './document-storage';
import { Orphans } from './orphans';
import { type ObjectRef, StoredObjectsRepository } from './stored-objects.repository';

/** Callbacks for the transactions before and after the bytes are written. */
interface Placing<T> {
  /** Runs in the transaction that reserves the quota. */
  readonly before?: (tx: Transaction) => Promise<void>;
  /** Runs in the transaction that saves a reference to the file. */
  readonly after: (tx: Transaction, object: ObjectRef) => Promise<T>;
}

/** Files in the document storage, for documents, imports and exports. They count against the tenant's quota. */
@Injectable()
export class StoredFiles {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly objects: StoredObjectsRepository,
    private readonly storage: DocumentStorage,
    private readonly orphans: Orphans,
  ) {}

  /**
   * Stores a file. The bytes are written between two transactions.
   * @throws DomainError VALIDATION_ERROR on `file` over the storage quota; SERVICE_UNAVAILABLE if the storage is not
   * reachable; errors of `before` and `after`, after which the file is removed
   */
  async put<T>(tenantId: TenantId, file: FileToStore, { before, after }: Placing<T>): Promise<T> {
    const object = await this.unitOfWork.run(tenantId, async (tx) => {
      await before?.(tx);
      return this.objects.reserve(tx, file.size);
    });
    try {
      await this.storage.put(object.key, file).catch((error: unknown) => {
        throw unavailable(error);
      });
      return await this.unitOfWork.run(tenantId, (tx) => after(tx, object));
    } catch (error) {
      // Has no effect if the commit succeeded and only its response was lost: the file is then referenced.
      await this.orphans.discard(object);
      throw error;
    }
  }

  /**
   * Stores a file without a document.
   * @param save saves the record that refers to the file, in the same transaction
   * @throws DomainError like {@link put}
   */
  async store<T>(
    tenantId: TenantId,
    file: FileToStore,
    save: (tx: Transaction, object: ObjectRef) => Promise<T>,
  ): Promise<T> {
    return this.put(tenantId, file, {
      after: async (tx, object) => {
        if (!(await this.objects.setKept(tx, object, true))) throw unavailable(new Error('The file took too long'));
        return save(tx, object);
      },
    });
  }

  /** Releases a file. It is removed after the commit, at the latest by the sweep of orphans. */
  async release(tx: Transaction, objectId: number): Promise<void> {
    const { tenantId } = tx;
    const object = { tenantId, id: objectId, key: await this.objects.keyOf(tx, objectId) };
    await this.objects.setKept(tx, object, false);
    tx.afterCommit(async () => {
      await this.orphans.discard(object);
    });
  }

  /**
   * @param start first byte, counted from 0
   * @throws DomainError SERVICE_UNAVAILABLE if the storage is not reachable or has lost the file
   */
  async open(scope: ReadScope, objectId: number, start = 0): Promise<Readable> {
    return this.read(await this.objects.keyOf(scope, objectId), start);
  }

  /** Like {@link open}, by key. */
  async read(key: string, start = 0): Promise<Readable> {
    const bytes = await this.storage.open(key, start).catch((error: unknown) => {
      throw unavailable(error);
    });
    if (!bytes) throw unavailable(new Error(`The storage has nothing under ${key}`));
    return bytes;
  }
}
