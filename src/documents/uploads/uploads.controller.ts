import { Post, UseGuards } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { Actor } from '../../common/actor';
import type { OrderId } from '../../common/records/ids';
import {
  Answers,
  BothForms,
  CurrentActor,
  CurrentForm,
  type Form,
  Multipart,
  OutsideTransaction,
  PathId,
  Requires,
  WithMessage,
} from '../../http';
import { AttachmentOut, OrderDocumentOut } from '../http/answers';
import { presentAttachment, presentOrderDocument } from '../http/present';
import { Received, type ReceivedFile, UploadGuard } from './upload.guard';
import { UploadsService } from './uploads.service';

/** Uploads to an order. They work between transactions: what is slow is the storage. */
@BothForms('purchase-orders', 'Purchase orders')
export class UploadsController {
  constructor(private readonly uploads: UploadsService) {}

  @Post(':id/documents')
  @Requires('write', 'orders.write')
  @Multipart()
  @OutsideTransaction()
  @UseGuards(UploadGuard)
  @ApiBody({
    schema: {
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', format: 'binary', description: 'At most 20 MiB.' } },
    },
  })
  @Answers(
    { a: AttachmentOut, b: OrderDocumentOut },
    {
      summary: 'Upload a document to a purchase order',
      description:
        'One file of at most 20 MiB: PDF, PNG, JPEG, GIF, WebP, Word, Excel, CSV or plain text in UTF-8, told by its content. ' +
        'A name that says something else is refused. An order has at most 50 attachments and documents.',
      status: 201,
      codes: ['SERVICE_UNAVAILABLE', 'PAYLOAD_TOO_LARGE'],
    },
  )
  async upload(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @Received() file: ReceivedFile,
    @CurrentForm() form: Form,
  ): Promise<WithMessage<AttachmentOut | OrderDocumentOut>> {
    const document = await this.uploads.add(actor, { kind: 'purchase_order', id }, file);
    return new WithMessage(
      form === 'a' ? presentAttachment(document) : presentOrderDocument(document),
      'documents.uploaded',
    );
  }
}
