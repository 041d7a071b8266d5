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
import { AttachmentResponse, OrderDocumentResponse, presentAttachment, presentOrderDocument } from './answers';
import { DocumentsService } from './documents.service';
import type { RemovingKind } from './ports';
import { Received, type ReceivedFile, TakesFile } from './uploads/upload.guard';

/** What both forms answer with a document. */
const DOCUMENT = { a: AttachmentResponse, b: OrderDocumentResponse };
type DocumentResponse = AttachmentResponse | OrderDocumentResponse;

/** A document as each form shows it. */
const IN_FORM = { a: presentAttachment, b: presentOrderDocument };

/** A link to a document that lies elsewhere. */
class LinkedDocumentDto {
  @Field.text({ description: 'What people call it.', example: 'Tax invoice NK-2291.pdf' }) name: string;

  @Field.url({
    description: 'Where it lies. It is never fetched.',
    example: 'https://files.najd.example/ap/NK-2291.pdf',
  })
  url: string;
}

/** Which files are taken, as the documents of the API say it. */
const KINDS =
  'One file of at most 20 MiB: PDF, PNG, JPEG, GIF, WebP, Word, Excel, CSV or plain text in UTF-8, told by its content. ' +
  'A name that says something else is refused.';
const IN_ANY_STATUS = 'In any status; at most 50 documents. It raises the record’s version.';

/** A route that takes a document of a record. */
const takesDocument = (record: string, description: string): MethodDecorator =>
  Answers(DOCUMENT, {
    summary: `Upload a document to ${record}`,
    message: 'documents.uploaded',
    description: `${KINDS} ${description}`,
    status: 201,
    codes: ['SERVICE_UNAVAILABLE', 'PAYLOAD_TOO_LARGE'],
  });

/** Uploads to an order. */
@BothForms('purchase-orders', 'Purchase orders')
export class UploadsController {
  constructor(private readonly documents: DocumentsService) {}

  @Post(':id/documents')
  @Requires('write', 'orders.write')
  @TakesFile()
  @takesDocument('a purchase order', 'An order has at most 50 attachments and documents.')
  async upload(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @Received() file: ReceivedFile,
    @CurrentForm() form: Form,
  ): Promise<DocumentResponse> {
    return IN_FORM[form](await this.documents.upload(actor, { kind: 'purchase_order', id }, file));
  }
}

/** Records whose documents come and go one by one, as the documents of the API speak of them. */
interface RecordWithDocuments {
  readonly kind: RemovingKind;
  /** With its article. */
  readonly record: string;
  readonly permission: Permission;
  /** A link to try out in the demo tenant: the record that it is of, its title, and the body. */
  readonly example: { readonly id: number; readonly title: string; readonly body: LinkedDocumentDto };
  /** When a document may be removed, and what refuses it. */
  readonly removal: { readonly description: string; readonly codes: readonly ErrorCode[] };
}

/** A controller of the documents of these records. */
function documentsOf({ kind, record, permission, example, removal }: RecordWithDocuments): Type {
  const { id: exampleId, title, body: exampleLink } = example;

  // What is injected is read from a decorated class.
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
      description: `A name and an address, which is never fetched. ${IN_ANY_STATUS}`,
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
    // The second document of the demo tenant is the first that somebody links.
    @Examples({ path: { id: exampleId, document_id: 2 } })
    @Requires('delete', permission)
    @AnswersNothing({ summary: `Remove a document of ${record}`, ...removal })
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

/** Documents of invoices: the vendor's own paper beside what was made of it. */
@BothForms('invoices/:id/documents', 'Invoices')
export class InvoiceDocumentsController extends documentsOf({
  kind: 'invoice',
  record: 'an invoice',
  permission: 'invoices.write',
  example: {
    id: 4,
    title: "The vendor's own paper",
    body: { name: 'Tax invoice NK-2291.pdf', url: 'https://files.najd.example/ap/NK-2291.pdf' },
  },
  removal: {
    description:
      'While the invoice may be corrected: draft, submitted, or pending as long as no step of its present round was approved. `If-Match` is the invoice’s, whose version rises.',
    codes: ['INVALID_STATUS', 'PRECONDITION_FAILED'],
  },
}) {}

/** Documents of goods receipts: the delivery note that was signed. */
@BothForms('goods-receipts/:id/documents', 'Goods receipts')
export class ReceiptDocumentsController extends documentsOf({
  kind: 'goods_receipt',
  record: 'a goods receipt',
  permission: 'receipts.write',
  example: {
    id: 2,
    title: 'The delivery note that was signed',
    body: { name: 'Delivery note DN-5521.pdf', url: 'https://files.najd.example/wms/DN-5521.pdf' },
  },
  removal: {
    description:
      'While the receipt is posted and no approved invoice bills what it received; a cancelled one keeps what it has. `If-Match` is the receipt’s, whose version rises.',
    codes: ['INVALID_STATUS', 'RECEIPT_INVOICED', 'PRECONDITION_FAILED'],
  },
}) {}

/** Documents of any record, fetched by id; the same in both forms. */
@BothForms('documents', 'Documents')
export class DocumentsController {
  constructor(private readonly documents: DocumentsService) {}

  @Get(':id/download')
  @Requires('read')
  @AnswersFile('application/octet-stream', {
    summary: 'Download a document',
    description: 'An uploaded file comes as an attachment; a document by link answers with a redirect to its address.',
    codes: ['SERVICE_UNAVAILABLE'],
  })
  @ApiResponse({ status: 302, description: 'The document lies elsewhere; `Location` says where.' })
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
    // `attachment` writes the name in both notations, `filename` and `filename*`; the type is the content's, not the name's.
    response.attachment(found.name).setHeader('Content-Type', found.contentType);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
    return new StreamableFile(found.bytes, { length: found.size });
  }
}
