import { Delete, Post } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import type { IfMatch } from '../../../common/records/versions';
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
  PathId,
  Requires,
} from '../../../platform/http';
import { DOCUMENT_EXAMPLES } from '../http/examples';
import { LinkedDocumentIn } from '../http/requests';
import { LinksService } from './links.service';
import { Received, type ReceivedFile } from './upload.guard';
import { DOCUMENT, type DocumentOut, IN_FORM, KINDS, TakesFile } from './uploading';
import { UploadsService } from './uploads.service';

const UPLOAD = `${KINDS} In any status; at most 50 documents. It raises the record’s version.`;
const LINK =
  'A name and an address, which is never fetched. In any status; at most 50 documents. It raises the record’s version.';

/** Documents of invoices: the vendor's own paper beside what was made of it. */
@BothForms('invoices/:id/documents', 'Invoices')
export class InvoiceDocumentsController {
  constructor(
    private readonly uploads: UploadsService,
    private readonly links: LinksService,
  ) {}

  @Post()
  @Requires('write', 'invoices.write')
  @TakesFile()
  @Answers(DOCUMENT, {
    summary: 'Upload a document to an invoice',
    message: 'documents.uploaded',
    description: UPLOAD,
    status: 201,
    codes: ['SERVICE_UNAVAILABLE', 'PAYLOAD_TOO_LARGE'],
  })
  async upload(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Received() file: ReceivedFile,
    @CurrentForm() form: Form,
  ): Promise<DocumentOut> {
    return IN_FORM[form](await this.uploads.add(actor, { kind: 'invoice', id }, file));
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
      'While the invoice may be corrected: draft, submitted, or pending as long as no step of its present round was approved. `If-Match` is the invoice’s, whose version rises.',
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
  @TakesFile()
  @Answers(DOCUMENT, {
    summary: 'Upload a document to a goods receipt',
    message: 'documents.uploaded',
    description: UPLOAD,
    status: 201,
    codes: ['SERVICE_UNAVAILABLE', 'PAYLOAD_TOO_LARGE'],
  })
  async upload(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Received() file: ReceivedFile,
    @CurrentForm() form: Form,
  ): Promise<DocumentOut> {
    return IN_FORM[form](await this.uploads.add(actor, { kind: 'goods_receipt', id }, file));
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
    description:
      'While the receipt is posted and no approved invoice bills what it received; a cancelled one keeps what it has. `If-Match` is the receipt’s, whose version rises.',
    codes: ['INVALID_STATUS', 'RECEIPT_INVOICED', 'PRECONDITION_FAILED'],
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
