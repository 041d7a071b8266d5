import { Audited } from '../../../common/records/audited';
import type { Transaction } from '../../../platform/database';
import type { DocumentOwner, DocumentRow } from '../documents.queries';

/** A document as the audit log keeps it, in the entries of the record that it is of. */
export type KeptDocument = Pick<DocumentRow, 'id' | 'name'> &
  Partial<Pick<DocumentRow, 'url' | 'size' | 'content_type'>>;

const DOCUMENT_FIELDS = new Audited<KeptDocument>({
  name: 'name',
  url: 'url',
  size: 'size',
  content_type: 'content_type',
});

/** Notes a document that was added to a record or removed from it, for the next audit entry of the record. */
export function noteDocument(
  tx: Transaction,
  owner: DocumentOwner,
  id: number,
  before: KeptDocument | null,
  after: KeptDocument | null,
): void {
  tx.changed.note(owner.kind, owner.id, DOCUMENT_FIELDS, before, after, { list: 'documents', id });
}
