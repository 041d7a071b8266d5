import { unavailable } from '../../../common/errors';
import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import type { TenantId } from '../../../common/records/ids';
import { type ReadScope, type Transaction, UnitOfWork } from '../../../platform/database';
import { DocumentStorage, type FileToKeep } from './document-storage';
import { Orphans } from './orphans';
import { type ObjectRef, StoredObjectsRepository } from './stored-objects.repository';

/** What belongs to a file, in the transactions before and after its bytes are written. */
interface Placing<T> {
  /** In the transaction that reserves room for the file. */
  readonly before?: (tx: Transaction) => Promise<void>;
  /** In the transaction that keeps the file: writes down what points to it. */
  readonly after: (tx: Transaction, object: ObjectRef) => Promise<T>;
}

/** Files in the document storage: of documents, imports and exports. They count against the tenant's quota. */
@Injectable()
export class StoredFiles {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly objects: StoredObjectsRepository,
    private readonly storage: DocumentStorage,
    private readonly orphans: Orphans,
  ) {}

  /**
   * Stores a file. The bytes are written between two transactions, never inside one.
   * @returns what `after` returns
   * @throws DomainError VALIDATION_ERROR on `file` when it exceeds the storage quota; SERVICE_UNAVAILABLE when the storage is
   *   away; whatever `before` and `after` throw: then the file is gone
   */
  async put<T>(tenantId: TenantId, file: FileToKeep, { before, after }: Placing<T>): Promise<T> {
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
      // Not gone if the commit went through and only its answer was lost: then something points to it.
      await this.orphans.discard(object);
      throw error;
    }
  }

  /**
   * Stores a file that belongs to no document and writes down who needs it.
   * @param keeper writes, in the transaction that keeps the file, the record that names it
   * @returns what the keeper returns
   * @throws DomainError VALIDATION_ERROR on `file` when it exceeds the storage quota; SERVICE_UNAVAILABLE when the storage is
   *   away; whatever the keeper throws: then the file is gone
   */
  async store<T>(
    tenantId: TenantId,
    file: FileToKeep,
    keeper: (tx: Transaction, object: ObjectRef) => Promise<T>,
  ): Promise<T> {
    return this.put(tenantId, file, {
      after: async (tx, object) => {
        if (!(await this.objects.keep(tx, object, true))) throw unavailable(new Error('The file took too long'));
        return keeper(tx, object);
      },
    });
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
    return this.read(await this.objects.keyOf(scope, objectId), start);
  }

  /** The same of a file whose key is known. */
  async read(key: string, start = 0): Promise<Readable> {
    const bytes = await this.storage.open(key, start).catch((error: unknown) => {
      throw unavailable(error);
    });
    if (!bytes) throw unavailable(new Error(`The storage has nothing under ${key}`));
    return bytes;
  }
}
