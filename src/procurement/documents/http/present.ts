import type { DocumentRow } from '../documents.queries';
import type { AttachmentOut, OrderDocumentOut } from './answers';

/** Form A shows a link's own address; an upload is fetched through the service. */
export function presentAttachment(row: DocumentRow): AttachmentOut {
  return { id: row.id, name: row.name, size: row.size, url: row.url ?? `/v1/documents/${row.id}/download` };
}

/** Form B always shows the download path, which redirects to where a link leads. */
export function presentOrderDocument(row: DocumentRow): OrderDocumentOut {
  return { id: row.id, filename: row.name, url: `/api/v1/documents/${row.id}/download` };
}
