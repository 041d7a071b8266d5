import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { Clock } from '../../../common/clock';
import { invalidField, unavailable } from '../../../common/errors';
import { AuditLog, Transaction, UnitOfWork } from '../../../platform/database';
import { MAX_ATTACHMENTS } from '../../../platform/http';
import { DOCUMENT_COLUMNS, type DocumentOwner, type DocumentRow, OWNER_COLUMN } from '../documents.queries';
import { noteDocument } from '../entities/document.entity';
import { ACCEPTED_ENDINGS, AcceptedType, extensionOf, nameAgrees } from '../domain/content-type';
import { FILE_FIELD, MAX_FILE_NAME, safeFileName } from '../domain/file-name';
import { DocumentPorts, holderOf } from '../ports';
import { DocumentStorage } from '../storage/document-storage';
import { Orphans } from '../storage/orphans';
import { ObjectRef, StoredObjectsRepository } from '../storage/stored-objects.repository';
import { inspectFile } from './inspect-file';
import type { ReceivedFile } from './upload.guard';

/** A file that was found to be what it may be. */
interface Checked extends ReceivedFile {
  readonly contentType: AcceptedType;
}

/** Uploads to orders, invoices and goods receipts. The bytes are written between two transactions, never inside one. */
@Injectable()
export class UploadsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly objects: StoredObjectsRepository,
    private readonly storage: DocumentStorage,
    private readonly orphans: Orphans,
    private readonly ports: DocumentPorts,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds a file to the documents of a record, whatever its status.
   * @throws DomainError VALIDATION_ERROR on `file`: empty, of no accepted kind, misnamed, one too many, more than the tenant's
   *   storage quota allows; NOT_FOUND; SERVICE_UNAVAILABLE when the storage is away
   */
  async add(actor: Actor, owner: DocumentOwner, received: ReceivedFile): Promise<DocumentRow> {
    const file = await checked(received);
    const object = await this.unitOfWork.run(actor.tenantId, async (tx) => {
      await holderOf(this.ports, owner.kind).hold(tx, owner.id);
      return this.objects.reserve(tx, file.size);
    });
    try {
      await this.storage.put(object.key, file).catch((error: unknown) => {
        throw unavailable(error);
      });
      return await this.unitOfWork.run(actor.tenantId, (tx) => this.record(tx, actor, owner, object, file));
    } catch (error) {
      // Not gone if the commit went through and only its answer was lost: then the document points to it.
      await this.orphans.discard(object);
      throw error;
    }
  }

  private async record(
    tx: Transaction,
    actor: Actor,
    owner: DocumentOwner,
    object: ObjectRef,
    file: Checked,
  ): Promise<DocumentRow> {
    await holderOf(this.ports, owner.kind).hold(tx, owner.id);
    const column = OWNER_COLUMN[owner.kind];
    if (!(await this.objects.hold(tx, object))) throw unavailable(new Error('The upload took too long'));
    const [row] = await tx.query<DocumentRow>(
      `INSERT INTO documents (tenant_id, ${column}, name, object_id, size, content_type, created_by_id, created_at)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8
        WHERE (SELECT count(*) FROM documents WHERE tenant_id = $1 AND ${column} = $2) < $9
       RETURNING ${DOCUMENT_COLUMNS}`,
      [
        ...[tx.tenantId, owner.id, file.name, object.id, file.size, file.contentType],
        ...[actor.userId, this.clock.now(), MAX_ATTACHMENTS],
      ],
    );
    if (!row) throw invalidField(FILE_FIELD, 'documents.too_many', { max: MAX_ATTACHMENTS });
    noteDocument(tx, owner, row.id, null, row);
    await holderOf(this.ports, owner.kind).raise(tx, owner.id);
    await this.audit.record(tx, actor, {
      action: 'document_uploaded',
      entityType: owner.kind,
      entityId: owner.id,
      details: { document_id: row.id, name: row.name, size: row.size },
    });
    return row;
  }
}

/** The content decides what a file is; a name that says otherwise is refused, not corrected. */
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
