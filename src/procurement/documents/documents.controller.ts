import { Delete, Get, Injectable, Post, Res, StreamableFile, type Type } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Actor } from '../../common/actor';
import type { Permission } from '../../common/actor/roles';
import type { ErrorCode } from '../../common/errors';
import type { OrderId } from '../../common/records/ids';
import type { IfMatch } from '../../common/records/versions';
import {
  Answers,
  AnswersFile,
  AnswersNothing,
  Body,
  BothForms,
  CurrentActor,
  CurrentForm,
  Examples,
  Field,
  type Form,
  IfMatches,
  PathId,
  Requires,
} from '../../platform/http';
import { AttachmentResponse, OrderDocumentResponse, toAttachmentResponse, toOrderDocumentResponse } from './answers';
import { DocumentsService } from './documents.service';
import type { RemovingKind } from './ports';
import { Received, type ReceivedFile, TakesFile } from './uploads/upload.guard';

const DOCUMENT = { a: AttachmentResponse, b: OrderDocumentResponse };
type DocumentResponse = AttachmentResponse | OrderDocumentResponse;

const IN_FORM = { a: toAttachmentResponse, b: toOrderDocumentResponse };

/** A link to a document on another server. */
class LinkedDocumentDto {
  @Field.text({ description: 'Display name.', example: 'Tax invoice NK-2291.pdf' }) name: string;

  @Field.url({
    description: 'URL of the document. The service never fetches it.',
    example: 'https://files.najd.example/ap/NK-2291.pdf',
  })
  url: string;
}

const KINDS =
  'One file of at most 20 MiB: PDF, PNG, JPEG, GIF, WebP, Word, Excel, CSV or plain text in UTF-8. The content determines the type. A file name with another extension is rejected.';
const IN_ANY_STATUS = 'Allowed in any status; at most 50 documents. Raises the version of the record.';

const takesDocument = (record: string, description: string): MethodDecorator =>
  Answers(DOCUMENT, {
    summary: `Upload a document to ${record}`,
    message: 'documents.uploaded',
    description: `${KINDS} ${description}`,
    status: 201,
    codes: ['SERVICE_UNAVAILABLE', 'PAYLOAD_TOO_LARGE'],
  });

@BothForms('purchase-orders', 'Purchase orders')
export class UploadsController {
  constructor(private readonly documents: DocumentsService) {}

  @Post(':id/documents')
  @Requires('write', 'orders.write')
  @TakesFile()
  @takesDocument('a purchase order', 'A purchase order has at most 50 attachments and documents.')
  async upload(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @Received() file: ReceivedFile,
    @CurrentForm() form: Form,
  ): Promise<DocumentResponse> {
    return IN_FORM[form](await this.documents.upload(actor, { kind: 'purchase_order', id }, file));
  }
}

/** Records from which documents can be removed individually, for the OpenAPI document. */
interface RecordWithDocuments {
  readonly kind: RemovingKind;
  /** With its article. */
  readonly record: string;
  readonly permission: Permission;
  /** An example that works in the demo tenant: id of the record, title, body. */
  readonly example: { readonly id: number; readonly title: string; readonly body: LinkedDocumentDto };
  readonly removal: { readonly description: string; readonly codes: readonly ErrorCode[] };
}

function documentsOf({ kind, record, permission, example, removal }: RecordWithDocuments): Type {
  const { id: exampleId, title, body: exampleLink } = example;

  // Nest injects only into a decorated class.
  @Injectable()
  class RecordDocumentsController {
    constructor(private readonly documents: DocumentsService) {}

    @Post()
    @Requires('write', permission)
    @TakesFile()
    @takesDocument(record, IN_ANY_STATUS)
    async upload(
      @CurrentActor() actor: Actor,
      @PathId() id: number,
      @Received() file: ReceivedFile,
      @CurrentForm() form: Form,
    ): Promise<DocumentResponse> {
      return IN_FORM[form](await this.documents.upload(actor, { kind, id }, file));
    }

    @Post('links')
    @Examples({ path: { id: exampleId }, bodies: { [title]: exampleLink } })
    @Requires('write', permission)
    @Answers(DOCUMENT, {
      summary: `Link a document to ${record}`,
      description: `Saves a name and a URL; the service never fetches it. ${IN_ANY_STATUS}`,
      status: 201,
    })
    async link(
      @CurrentActor() actor: Actor,
      @PathId() id: number,
      @Body() body: LinkedDocumentDto,
      @CurrentForm() form: Form,
    ): Promise<DocumentResponse> {
      return IN_FORM[form](await this.documents.link(actor, { kind, id }, body));
    }

    @Delete(':document_id')
    // Document 2 is the first link that a caller adds in the demo tenant.
    @Examples({ path: { id: exampleId, document_id: 2 } })
    @Requires('delete', permission)
    @AnswersNothing({ summary: `Remove a document from ${record}`, ...removal })
    async remove(
      @CurrentActor() actor: Actor,
      @PathId() id: number,
      @PathId('document_id') documentId: number,
      @IfMatches() ifMatch: IfMatch,
    ): Promise<void> {
      await this.documents.remove(actor, { kind, id }, documentId, ifMatch);
    }
  }
  return RecordDocumentsController;
}

@BothForms('invoices/:id/documents', 'Invoices')
export class InvoiceDocumentsController extends documentsOf({
  kind: 'invoice',
  record: 'an invoice',
  permission: 'invoices.write',
  example: {
    id: 4,
    title: "The vendor's original invoice",
    body: { name: 'Tax invoice NK-2291.pdf', url: 'https://files.najd.example/ap/NK-2291.pdf' },
  },
  removal: {
    description:
      'Allowed while the invoice can be corrected: draft, submitted, or pending without an approved step in the current round. `If-Match` takes the version of the invoice, which then rises.',
    codes: ['INVALID_STATUS', 'PRECONDITION_FAILED'],
  },
}) {}

@BothForms('goods-receipts/:id/documents', 'Goods receipts')
export class ReceiptDocumentsController extends documentsOf({
  kind: 'goods_receipt',
  record: 'a goods receipt',
  permission: 'receipts.write',
  example: {
    id: 2,
    title: 'The signed delivery note',
    body: { name: 'Delivery note DN-5521.pdf', url: 'https://files.najd.example/wms/DN-5521.pdf' },
  },
  removal: {
    description:
      'Allowed while the receipt is posted and no approved invoice bills its goods. Documents of a cancelled receipt cannot be removed. `If-Match` takes the version of the receipt, which then rises.',
    codes: ['INVALID_STATUS', 'RECEIPT_INVOICED', 'PRECONDITION_FAILED'],
  },
}) {}

@BothForms('documents', 'Documents')
export class DocumentsController {
  constructor(private readonly documents: DocumentsService) {}

  @Get(':id/download')
  @Requires('read')
  @AnswersFile('application/octet-stream', {
    summary: 'Download a document',
    description: 'Returns an uploaded file as an attachment. For a link, redirects to its URL.',
    codes: ['SERVICE_UNAVAILABLE'],
  })
  @ApiResponse({ status: 302, description: 'The document is a link. `Location` contains its URL.' })
  async download(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile | undefined> {
    const found = await this.documents.open(actor.tenantId, id);
    if ('url' in found) {
      response.status(302).setHeader('Location', new URL(found.url).href).setHeader('Referrer-Policy', 'no-referrer');
      return undefined;
    }
    // `attachment` sends the name as `filename` and `filename*`. The type comes from the content, not from the name.
    response.attachment(found.name).setHeader('Content-Type', found.contentType);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
    return new StreamableFile(found.bytes, { length: found.size });
  }
}
