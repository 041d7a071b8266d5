/**
 * Documents of purchase orders, invoices and goods receipts. This module serves uploads, links and downloads. The
 * modules of the records set `DocumentPorts` and read with `documentsSql(...)`.
 *
 * - `OrderLinks.attach` saves the links of a request in the order's transaction. `OrderLinks.replace` replaces the
 *   order's links; uploads stay.
 * - `documentsSql(...)` is a subquery, `documentsOf(...)` a query. Both return `DocumentRow`s. `toAttachmentResponse` and
 *   `toOrderDocumentResponse` convert them for Form A and Form B.
 * - The deletion of an order cascades to its documents. Call `OrderUploads.removeAfterCommit` before it, to remove
 *   their files.
 * - `StoredFiles` and `IncomingFolder` are for files of imports and exports.
 */
export { DocumentsModule } from './documents.module';
export { type DocumentRow, documentsOf, documentsSql } from './documents.queries';
export { AttachmentResponse, OrderDocumentResponse, toAttachmentResponse, toOrderDocumentResponse } from './answers';
export { type LinkInput, OrderLinks, OrderUploads } from './order-documents';
export { type DocumentHolder, DocumentPorts, type OpenRecord, type RemovingHolder } from './ports';
export { DocumentStorage } from './storage/document-storage';
export { FileVerification } from './storage/file-verification';
export { StoredFiles } from './storage/stored-files';
export { type IncomingFile, IncomingFolder, TooLargeError } from './uploads/incoming-folder';
