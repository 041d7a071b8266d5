/**
 * Documents of purchase orders, invoices and goods receipts. Uploads, links and downloads are served by this module itself; the
 * modules of the records provide `DocumentPorts` and read with `documentsSql(...)`. For the module of orders:
 *
 * - create and update: `orderLinks.attach(tx, actor, orderId, links)` writes the body's `attachments` in the order's own
 *   transaction; `orderLinks.replace(...)` makes them the order's links and leaves its uploads alone.
 * - reads: `documentsSql(...)` is an expression for the statement that reads an order, `documentsOf(tenantId, orderIds)`
 *   a query of its own; both answer `DocumentRow`s. `presentAttachment` is an entry of Form A's `attachments`, `presentOrderDocument` of Form B's
 *   `documents`.
 * - a deleted order takes its documents with it (ON DELETE CASCADE); `orderUploads.removeAfterCommit(tx, orderId)`, called
 *   before, removes what they had stored.
 *
 * Files that are no documents, of imports and exports: `StoredFiles`; `IncomingFolder` is where one lies on its way in.
 */
export { DocumentsModule } from './documents.module';
export { type DocumentRow, documentsOf, documentsSql } from './documents.queries';
export { AttachmentResponse, OrderDocumentResponse, presentAttachment, presentOrderDocument } from './answers';
export { type LinkInput, OrderLinks, OrderUploads } from './order-documents';
export { type DocumentHolder, DocumentPorts, type OpenRecord, type RemovingHolder } from './ports';
export { DocumentStorage } from './storage/document-storage';
export { FileVerification } from './storage/file-verification';
export { StoredFiles } from './storage/stored-files';
export { type IncomingFile, IncomingFolder, TooLargeError } from './uploads/incoming-folder';
