import { Out } from '../../platform/http';
import type { DocumentRow } from './documents.queries';

/** A document of an order in Form A. */
export class AttachmentResponse {
  @Out.id() id: number;
  @Out.text({ example: 'quotation.pdf' }) name: string;

  @Out.integer({ nullable: true, description: 'Bytes of an uploaded file; null for a link, which is never fetched.' })
  size: number | null;

  @Out.text({
    description: 'Where a link leads, or the download path of an uploaded file.',
    example: '/v1/documents/1/download',
  })
  url: string;
}

export class OrderDocumentResponse {
  @Out.id() id: number;
  @Out.text({ example: 'quotation.pdf' }) filename: string;
  @Out.text({ description: 'The document download path.', example: '/api/v1/documents/1/download' }) url: string;
}

/** Form A shows a link's own address; an upload is fetched through the service. */
export function presentAttachment(row: DocumentRow): AttachmentResponse {
  return { id: row.id, name: row.name, size: row.size, url: row.url ?? `/v1/documents/${row.id}/download` };
}

/** Form B always shows the download path, which redirects to where a link leads. */
export function presentOrderDocument(row: DocumentRow): OrderDocumentResponse {
  return { id: row.id, filename: row.name, url: `/api/v1/documents/${row.id}/download` };
}
