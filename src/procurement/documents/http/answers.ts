import { Out } from '../../../platform/http';

/** A document of an order in Form A. */
export class AttachmentOut {
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

/** A document of an order in Form B. */
export class OrderDocumentOut {
  @Out.id() id: number;
  @Out.text({ example: 'quotation.pdf' }) filename: string;
  @Out.text({ description: 'The document download path.', example: '/api/v1/documents/1/download' }) url: string;
}
