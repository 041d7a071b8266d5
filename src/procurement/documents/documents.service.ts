import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { notFound, unavailable } from '../../common/errors';
import type { TenantId } from '../../common/records/ids';
import { UnitOfWork, query } from '../../platform/database';
import { DocumentStorage } from './storage/document-storage';

/** Where a document leads: elsewhere, or to bytes of ours. */
export type Download =
  | { readonly url: string }
  | { readonly name: string; readonly size: number; readonly contentType: string; readonly bytes: Readable };

type Row =
  | { readonly url: string; readonly key: null }
  | { readonly key: string; readonly name: string; readonly size: number; readonly content_type: string };

/** Fetches documents, within the tenant. */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly storage: DocumentStorage,
  ) {}

  /** @throws DomainError NOT_FOUND; SERVICE_UNAVAILABLE when the storage is away, or has lost the file */
  async open(tenantId: TenantId, id: number): Promise<Download> {
    const [[row]] = await this.unitOfWork.read<[Row]>(
      tenantId,
      query(
        `SELECT d.name, d.url, d.size, d.content_type, o.key
           FROM documents d LEFT JOIN stored_objects o ON o.tenant_id = d.tenant_id AND o.id = d.object_id
          WHERE d.tenant_id = $1 AND d.id = $2`,
        [tenantId, id],
      ),
    );
    if (!row) throw notFound();
    if (row.key === null) return { url: row.url };
    const bytes = await this.storage.open(row.key).catch((error: unknown) => {
      throw unavailable(error);
    });
    if (!bytes) throw unavailable(new Error(`The storage has nothing under ${row.key}`));
    return { name: row.name, size: row.size, contentType: row.content_type, bytes };
  }
}
