import { Delete, Post, UseGuards } from '@nestjs/common';
import { ApiBody, type ApiBodyOptions } from '@nestjs/swagger';
import type { Actor } from '../../common/actor';
import type { IfMatch } from '../../common/records/versions';
import {
  Answers,
  AnswersNothing,
  Body,
  BothForms,
  CurrentActor,
  CurrentForm,
  Examples,
  type Form,
  IfMatches,
  Multipart,
  OutsideTransaction,
  PathId,
  Requires,
  WithMessage,
} from '../../http';
import type { DocumentRow } from '../documents.queries';
import { AttachmentOut, OrderDocumentOut } from '../http/answers';
import { DOCUMENT_EXAMPLES } from '../http/examples';
import { presentAttachment, presentOrderDocument } from '../http/present';
import { LinkedDocumentIn } from '../http/requests';
import { LinksService } from './links.service';
import { Received, type ReceivedFile, UploadGuard } from './upload.guard';
import { UploadsService } from './uploads.service';

const DOCUMENT = { a: AttachmentOut, b: OrderDocumentOut };
const IN_FORM = { a: presentAttachment, b: presentOrderDocument };
type DocumentOut = AttachmentOut | OrderDocumentOut;

const FILE: ApiBodyOptions = {
  schema: {
    type: 'object',
    required: ['file'],
    properties: { file: { type: 'string', format: 'binary', description: 'At most 20 MiB.' } },
  },
};
const KINDS =
  'One file of at most 20 MiB: PDF, PNG, JPEG, GIF, WebP, Word, Excel, CSV or plain text in UTF-8, told by its content. ' +
  'A name that says something else is refused. In any status; at most 50 documents.';
const LINK = 'A name and an address, which is never fetched. In any status; at most 50 documents.';

/** Documents of invoices: the vendor's own paper beside what was made of it. */
@BothForms('invoices/:id/documents', 'Invoices')
export class InvoiceDocumentsController {
  constructor(
    private readonly uploads: UploadsService,
    private readonly links: LinksService,
  ) {}

  @Post()
  @Requires('write', 'invoices.write')
  @Multipart()
  @OutsideTransaction()
  @UseGuards(UploadGuard)
  @ApiBody(FILE)
  @Answers(DOCUMENT, {
    summary: 'Upload a document to an invoice',
    description: KINDS,
    status: 201,
    codes: ['SERVICE_UNAVAILABLE', 'PAYLOAD_TOO_LARGE'],
  })
  async upload(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Received() file: ReceivedFile,
    @CurrentForm() form: Form,
  ): Promise<WithMessage<DocumentOut>> {
    return uploaded(form, await this.uploads.add(actor, { kind: 'invoice', id }, file));
  }

  @Post('links')
  @Examples(DOCUMENT_EXAMPLES.linkToInvoice)
  @Requires('write', 'invoices.write')
  @Answers(DOCUMENT, { summary: 'Link a document to an invoice', description: LINK, status: 201 })
  async link(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() body: LinkedDocumentIn,
    @CurrentForm() form: Form,
  ): Promise<DocumentOut> {
    return IN_FORM[form](await this.links.add(actor, { kind: 'invoice', id }, body));
  }

  @Delete(':document_id')
  @Examples(DOCUMENT_EXAMPLES.removeFromInvoice)
  @Requires('delete', 'invoices.write')
  @AnswersNothing({
    summary: 'Remove a document of an invoice',
    description:
      'While the invoice may be corrected: draft, submitted, or pending as long as no step of its present round was approved. `If-Match` is the invoice’s.',
    codes: ['INVALID_STATUS', 'PRECONDITION_FAILED'],
  })
  async remove(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @PathId('document_id') documentId: number,
    @IfMatches() ifMatch: IfMatch,
  ): Promise<void> {
    await this.links.remove(actor, { kind: 'invoice', id }, documentId, ifMatch);
  }
}

/** Documents of goods receipts: the delivery note that was signed. */
@BothForms('goods-receipts/:id/documents', 'Goods receipts')
export class ReceiptDocumentsController {
  constructor(
    private readonly uploads: UploadsService,
    private readonly links: LinksService,
  ) {}

  @Post()
  @Requires('write', 'receipts.write')
  @Multipart()
  @OutsideTransaction()
  @UseGuards(UploadGuard)
  @ApiBody(FILE)
  @Answers(DOCUMENT, {
    summary: 'Upload a document to a goods receipt',
    description: KINDS,
    status: 201,
    codes: ['SERVICE_UNAVAILABLE', 'PAYLOAD_TOO_LARGE'],
  })
  async upload(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Received() file: ReceivedFile,
    @CurrentForm() form: Form,
  ): Promise<WithMessage<DocumentOut>> {
    return uploaded(form, await this.uploads.add(actor, { kind: 'goods_receipt', id }, file));
  }

  @Post('links')
  @Examples(DOCUMENT_EXAMPLES.linkToReceipt)
  @Requires('write', 'receipts.write')
  @Answers(DOCUMENT, { summary: 'Link a document to a goods receipt', description: LINK, status: 201 })
  async link(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() body: LinkedDocumentIn,
    @CurrentForm() form: Form,
  ): Promise<DocumentOut> {
    return IN_FORM[form](await this.links.add(actor, { kind: 'goods_receipt', id }, body));
  }

  @Delete(':document_id')
  @Examples(DOCUMENT_EXAMPLES.removeFromReceipt)
  @Requires('delete', 'receipts.write')
  @AnswersNothing({
    summary: 'Remove a document of a goods receipt',
    description: 'While the receipt is posted; a cancelled one keeps what it has. `If-Match` is the receipt’s.',
    codes: ['INVALID_STATUS', 'PRECONDITION_FAILED'],
  })
  async remove(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @PathId('document_id') documentId: number,
    @IfMatches() ifMatch: IfMatch,
  ): Promise<void> {
    await this.links.remove(actor, { kind: 'goods_receipt', id }, documentId, ifMatch);
  }
}

function uploaded(form: Form, document: DocumentRow): WithMessage<DocumentOut> {
  return new WithMessage(IN_FORM[form](document), 'documents.uploaded');
}
