import { Delete, Post } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import type { OrderId } from '../../../common/records/ids';
import type { IfMatch } from '../../../common/records/versions';
import {
  Answers,
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
} from '../../../platform/http';
import { LinksService } from './links.service';
import { Received, type ReceivedFile } from './upload.guard';
import { DOCUMENT, type DocumentResponse, IN_FORM, KINDS, TakesFile } from './uploading';
import { UploadsService } from './uploads.service';

/** A link to a document that lies elsewhere. */
class LinkedDocumentDto {
  @Field.text({ description: 'What people call it.', example: 'Tax invoice NK-2291.pdf' }) name: string;

  @Field.url({
    description: 'Where it lies. It is never fetched.',
    example: 'https://files.najd.example/ap/NK-2291.pdf',
  })
  url: string;
}

/** An invoice that may be corrected, and a receipt that is posted, of the demo tenant. */
const DRAFT = { id: 4 };
const RECEIPT = { id: 2 };
/** The second document of the demo tenant: the first that somebody links. */
const LINKED = { document_id: 2 };

/** What to try documents out with in the demo tenant; see `Examples`. */
const DOCUMENT_EXAMPLES = {
  linkToInvoice: {
    path: DRAFT,
    bodies: {
      "The vendor's own paper": {
        name: 'Tax invoice NK-2291.pdf',
        url: 'https://files.najd.example/ap/NK-2291.pdf',
      },
    },
  },
  linkToReceipt: {
    path: RECEIPT,
    bodies: {
      'The delivery note that was signed': {
        name: 'Delivery note DN-5521.pdf',
        url: 'https://files.najd.example/wms/DN-5521.pdf',
      },
    },
  },
  removeFromInvoice: { path: { ...DRAFT, ...LINKED } },
  removeFromReceipt: { path: { ...RECEIPT, ...LINKED } },
};

const UPLOAD = `${KINDS} In any status; at most 50 documents. It raises the record’s version.`;
const LINK =
  'A name and an address, which is never fetched. In any status; at most 50 documents. It raises the record’s version.';

/** Uploads to an order. */
@BothForms('purchase-orders', 'Purchase orders')
export class UploadsController {
  constructor(private readonly uploads: UploadsService) {}

  @Post(':id/documents')
  @Requires('write', 'orders.write')
  @TakesFile()
  @Answers(DOCUMENT, {
    summary: 'Upload a document to a purchase order',
    message: 'documents.uploaded',
    description: `${KINDS} An order has at most 50 attachments and documents.`,
    status: 201,
    codes: ['SERVICE_UNAVAILABLE', 'PAYLOAD_TOO_LARGE'],
  })
  async upload(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @Received() file: ReceivedFile,
    @CurrentForm() form: Form,
  ): Promise<DocumentResponse> {
    return IN_FORM[form](await this.uploads.add(actor, { kind: 'purchase_order', id }, file));
  }
}

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
  ): Promise<DocumentResponse> {
    return IN_FORM[form](await this.uploads.add(actor, { kind: 'invoice', id }, file));
  }

  @Post('links')
  @Examples(DOCUMENT_EXAMPLES.linkToInvoice)
  @Requires('write', 'invoices.write')
  @Answers(DOCUMENT, { summary: 'Link a document to an invoice', description: LINK, status: 201 })
  async link(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() body: LinkedDocumentDto,
    @CurrentForm() form: Form,
  ): Promise<DocumentResponse> {
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
  ): Promise<DocumentResponse> {
    return IN_FORM[form](await this.uploads.add(actor, { kind: 'goods_receipt', id }, file));
  }

  @Post('links')
  @Examples(DOCUMENT_EXAMPLES.linkToReceipt)
  @Requires('write', 'receipts.write')
  @Answers(DOCUMENT, { summary: 'Link a document to a goods receipt', description: LINK, status: 201 })
  async link(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() body: LinkedDocumentDto,
    @CurrentForm() form: Form,
  ): Promise<DocumentResponse> {
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
