import { Post } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import type { OrderId } from '../../../common/records/ids';
import { Answers, BothForms, CurrentActor, CurrentForm, type Form, PathId, Requires } from '../../../platform/http';
import { Received, type ReceivedFile } from './upload.guard';
import { DOCUMENT, type DocumentOut, IN_FORM, KINDS, TakesFile } from './uploading';
import { UploadsService } from './uploads.service';

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
  ): Promise<DocumentOut> {
    return IN_FORM[form](await this.uploads.add(actor, { kind: 'purchase_order', id }, file));
  }
}
