import { Audited } from '../../common/records/audited';
import type { OrderId } from '../../common/records/ids';
import type { Transaction } from '../../database';
import type { DocumentRow } from '../documents.queries';

/** A document as the audit log keeps it, in the entries of its order. */
export type KeptDocument = Pick<DocumentRow, 'id' | 'name'> &
  Partial<Pick<DocumentRow, 'url' | 'size' | 'content_type'>>;

const DOCUMENT_FIELDS = new Audited<KeptDocument>({
  name: 'name',
  url: 'url',
  size: 'size',
  content_type: 'content_type',
});

/** Notes a document that was added to an order or removed from it, for the next audit entry of the order. */
export function noteDocument(
  tx: Transaction,
  orderId: OrderId,
  id: number,
  before: KeptDocument | null,
  after: KeptDocument | null,
): void {
  tx.changed.note('purchase_order', orderId, DOCUMENT_FIELDS, before, after, { list: 'documents', id });
}
