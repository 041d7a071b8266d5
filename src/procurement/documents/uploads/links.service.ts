import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { Clock } from '../../../common/clock';
import { invalidField, notFound } from '../../../common/errors';
import { type IfMatch, requireVersion } from '../../../common/records/versions';
import { AuditLog, UnitOfWork } from '../../../platform/database';
import { MAX_ATTACHMENTS } from '../../../platform/http';
import { DOCUMENT_COLUMNS, type DocumentOwner, type DocumentRow, OWNER_COLUMN } from '../documents.queries';
import { noteDocument } from '../entities/document.entity';
import type { LinkInput } from '../order-documents';
import { DocumentPorts, holderOf } from '../ports';
import { Orphans } from '../storage/orphans';

/** A record whose documents come and go one by one; an order's links come and go with its draft. */
type Owner = DocumentOwner & { readonly kind: 'invoice' | 'goods_receipt' };

/** Links documents to invoices and goods receipts, and removes documents from them. */
@Injectable()
export class LinksService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ports: DocumentPorts,
    private readonly orphans: Orphans,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError NOT_FOUND; VALIDATION_ERROR on `url` for one too many */
  async add(actor: Actor, owner: Owner, { name, url }: LinkInput): Promise<DocumentRow> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      await holderOf(this.ports, owner.kind).hold(tx, owner.id);
      const column = OWNER_COLUMN[owner.kind];
      const [row] = await tx.query<DocumentRow>(
        `INSERT INTO documents (tenant_id, ${column}, name, url, created_by_id, created_at)
         SELECT $1, $2, $3, $4, $5, $6
          WHERE (SELECT count(*) FROM documents WHERE tenant_id = $1 AND ${column} = $2) < $7
         RETURNING ${DOCUMENT_COLUMNS}`,
        [tx.tenantId, owner.id, name, url, actor.userId, this.clock.now(), MAX_ATTACHMENTS],
      );
      if (!row) throw invalidField('url', 'documents.too_many', { max: MAX_ATTACHMENTS });
      noteDocument(tx, owner, row.id, null, row);
      await holderOf(this.ports, owner.kind).raise(tx, owner.id);
      const details = { document_id: row.id, name, url };
      await this.audit.record(tx, actor, {
        action: 'document_linked',
        entityType: owner.kind,
        entityId: owner.id,
        details,
      });
      return row;
    });
  }

  /**
   * Removes a link or an upload; the stored bytes go after the commit.
   * @throws DomainError NOT_FOUND, also for a document of another record; PRECONDITION_FAILED; INVALID_STATUS; RECEIPT_INVOICED
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
      await holderOf(this.ports, owner.kind).raise(tx, owner.id);
      const details = { document_id: documentId, name: row.name };
      await this.audit.record(tx, actor, {
        action: 'document_removed',
        entityType: owner.kind,
        entityId: owner.id,
        details,
      });
      const { object_id: id, key } = row;
      const { tenantId } = tx;
      if (id === null || key === null) return;
      tx.afterCommit(async () => {
        await this.orphans.discard({ tenantId, id, key });
      });
    });
  }
}
