import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import type { Actor } from '../../common/actor';
import { Clock } from '../../common/clock';
import { invalidField, notFound, unavailable } from '../../common/errors';
import type { TenantId } from '../../common/records/ids';
import { type IfMatch, requireVersion } from '../../common/records/versions';
import { AuditLog, query, type Transaction, UnitOfWork } from '../../platform/database';
import { MAX_ATTACHMENTS } from '../../platform/http';
import { DOCUMENT_COLUMNS, type DocumentOwner, type DocumentRow, OWNER_COLUMN } from './documents.queries';
import { ACCEPTED_ENDINGS, type AcceptedType, extensionOf, nameAgrees } from './domain/content-type';
import { FILE_FIELD, MAX_FILE_NAME, safeFileName } from './domain/file-name';
import { noteDocument } from './entities/document.entity';
import type { LinkInput } from './order-documents';
import { DocumentPorts, holderOf, type RemovingKind } from './ports';
import { Orphans } from './storage/orphans';
import { StoredFiles } from './storage/stored-files';
import { type ObjectRef, StoredObjectsRepository } from './storage/stored-objects.repository';
import { inspectFile } from './uploads/inspect-file';
import type { ReceivedFile } from './uploads/upload.guard';

/** The URL of a link, or the bytes of an upload. */
export type Download =
  | { readonly url: string }
  | { readonly name: string; readonly size: number; readonly contentType: string; readonly bytes: Readable };

type Row =
  | { readonly url: string; readonly key: null }
  | { readonly key: string; readonly name: string; readonly size: number; readonly content_type: string };

/** A file whose content and name were checked. */
interface Checked extends ReceivedFile {
  readonly contentType: AcceptedType;
}

/** A record from which documents are removed individually. Links of an order change only with its draft. */
type Owner = DocumentOwner & { readonly kind: RemovingKind };

/** A link has a URL, an upload has the other fields. */
interface NewDocument {
  readonly name: string;
  readonly url?: string;
  readonly objectId?: number;
  readonly size?: number;
  readonly contentType?: AcceptedType;
}

@Injectable()
export class DocumentsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly objects: StoredObjectsRepository,
    private readonly files: StoredFiles,
    private readonly orphans: Orphans,
    private readonly ports: DocumentPorts,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError NOT_FOUND; SERVICE_UNAVAILABLE if the storage is not reachable or has lost the file */
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
    const bytes = await this.files.read(row.key);
    return { name: row.name, size: row.size, contentType: row.content_type, bytes };
  }

  /**
   * @throws DomainError VALIDATION_ERROR on `file` if it is empty, not accepted, misnamed, one too many, or over the
   * tenant's storage quota; NOT_FOUND; SERVICE_UNAVAILABLE if the storage is not reachable
   */
  async upload(actor: Actor, owner: DocumentOwner, received: ReceivedFile): Promise<DocumentRow> {
    const file = await checked(received);
    const hold = (tx: Transaction): Promise<void> => holderOf(this.ports, owner.kind).hold(tx, owner.id);
    return this.files.put(actor.tenantId, file, {
      before: hold,
      after: async (tx, object) => {
        await hold(tx);
        return this.addUpload(tx, actor, owner, object, file);
      },
    });
  }

  private async addUpload(
    tx: Transaction,
    actor: Actor,
    owner: DocumentOwner,
    object: ObjectRef,
    { name, size, contentType }: Checked,
  ): Promise<DocumentRow> {
    if (!(await this.objects.hold(tx, object))) throw unavailable(new Error('The upload took too long'));
    const row = await this.insert(tx, actor, owner, { name, objectId: object.id, size, contentType }, FILE_FIELD);
    await this.record(tx, actor, owner, 'document_uploaded', { document_id: row.id, name, size });
    return row;
  }

  /** @throws DomainError NOT_FOUND; VALIDATION_ERROR on `url` for one too many */
  async link(actor: Actor, owner: Owner, { name, url }: LinkInput): Promise<DocumentRow> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      await holderOf(this.ports, owner.kind).hold(tx, owner.id);
      const row = await this.insert(tx, actor, owner, { name, url }, 'url');
      await this.record(tx, actor, owner, 'document_linked', { document_id: row.id, name, url });
      return row;
    });
  }

  /**
   * Removes the stored file of an upload after the commit.
   * @throws DomainError NOT_FOUND (also for another record's document), PRECONDITION_FAILED, INVALID_STATUS,
   * RECEIPT_INVOICED
   */
  async remove(actor: Actor, owner: Owner, documentId: number, ifMatch: IfMatch): Promise<void> {
    await this.unitOfWork.run(actor.tenantId, async (tx) => {
      const { version, requireRemovable } = await holderOf(this.ports, owner.kind).open(tx, owner.id);
      const [row] = await tx.query<DocumentRow & { readonly object_id: number | null; readonly key: string | null }>(
        `SELECT ${DOCUMENT_COLUMNS}, object_id,
                (SELECT o.key FROM stored_objects o WHERE o.tenant_id = documents.tenant_id AND o.id = object_id) AS key
           FROM documents WHERE tenant_id = $1 AND ${OWNER_COLUMN[owner.kind]} = $2 AND id = $3`,
        [tx.tenantId, owner.id, documentId],
      );
      if (!row) throw notFound();
      requireVersion(ifMatch, version);
      requireRemovable();
      await tx.query('DELETE FROM documents WHERE tenant_id = $1 AND id = $2', [tx.tenantId, documentId]);
      noteDocument(tx, owner, documentId, row, null);
      await this.record(tx, actor, owner, 'document_removed', { document_id: documentId, name: row.name });
      const { object_id: id, key } = row;
      const { tenantId } = tx;
      if (id === null || key === null) return;
      tx.afterCommit(async () => {
        await this.orphans.discard({ tenantId, id, key });
      });
    });
  }

  /** @throws DomainError VALIDATION_ERROR on `field` for one too many */
  private async insert(
    tx: Transaction,
    actor: Actor,
    owner: DocumentOwner,
    { name, url, objectId, size, contentType }: NewDocument,
    field: string,
  ): Promise<DocumentRow> {
    const column = OWNER_COLUMN[owner.kind];
    const [row] = await tx.query<DocumentRow>(
      `INSERT INTO documents (tenant_id, ${column}, name, url, object_id, size, content_type, created_by_id, created_at)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9
        WHERE (SELECT count(*) FROM documents WHERE tenant_id = $1 AND ${column} = $2) < $10
       RETURNING ${DOCUMENT_COLUMNS}`,
      [
        ...[tx.tenantId, owner.id, name, url ?? null, objectId ?? null, size ?? null, contentType ?? null],
        ...[actor.userId, this.clock.now(), MAX_ATTACHMENTS],
      ],
    );
    if (!row) throw invalidField(field, 'documents.too_many', { max: MAX_ATTACHMENTS });
    noteDocument(tx, owner, row.id, null, row);
    return row;
  }

  /** Raises the version of the record and adds an audit entry. */
  private async record(
    tx: Transaction,
    actor: Actor,
    { kind, id }: DocumentOwner,
    action: string,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    await holderOf(this.ports, kind).raise(tx, id);
    await this.audit.record(tx, actor, { action, entityType: kind, entityId: id, details });
  }
}

/** The content determines the type. A name with another extension is rejected, not corrected. */
async function checked(file: ReceivedFile): Promise<Checked> {
  const name = safeFileName(file.name);
  if (name === undefined) throw invalidField(FILE_FIELD, 'documents.file_name', { max: MAX_FILE_NAME });
  if (file.size === 0) throw invalidField(FILE_FIELD, 'documents.empty');
  const contentType = await inspectFile(file.path, name);
  if (!contentType) throw invalidField(FILE_FIELD, 'documents.type_not_allowed', { types: ACCEPTED_ENDINGS });
  if (!nameAgrees(name, contentType)) {
    const extension = extensionOf(name) ?? '';
    throw invalidField(FILE_FIELD, 'documents.name_mismatch', { type: contentType, extension });
  }
  return { ...file, name, contentType };
}
