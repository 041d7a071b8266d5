import { Out } from '../../platform/http';
import type { DocumentRow } from './documents.queries';

export class AttachmentResponse {
  @Out.id() id: number;
  @Out.text({ example: 'quotation.pdf' }) name: string;

  @Out.integer({ nullable: true, description: 'Bytes of an uploaded file; null for a link.' })
  size: number | null;

  @Out.text({
    description: 'URL of a link, or download path of an uploaded file.',
    example: '/v1/documents/1/download',
  })
  url: string;
}

export class OrderDocumentResponse {
  @Out.id() id: number;
  @Out.text({ example: 'quotation.pdf' }) filename: string;
  @Out.text({ description: 'Download path of the document.', example: '/api/v1/documents/1/download' }) url: string;
}

/** Form A contains the URL of a link. */
export function toAttachmentResponse(row: DocumentRow): AttachmentResponse {
  return { id: row.id, name: row.name, size: row.size, url: row.url ?? `/v1/documents/${row.id}/download` };
}

/** Form B always contains the download path, which redirects to the URL of a link. */
export function toOrderDocumentResponse(row: DocumentRow): OrderDocumentResponse {
  return { id: row.id, filename: row.name, url: `/api/v1/documents/${row.id}/download` };
}
