import { Post } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import type { OrderId } from '../../common/records/ids';
import { Answers, BothForms, CurrentActor, CurrentForm, type Form, PathId, WithMessage } from '../../http';
import { Received, type ReceivedFile } from './received-file';
import { AttachmentOut, OrderDocumentOut } from '../http/answers';
import { presentAttachment, presentOrderDocument } from '../http/present';
import { TakesFile, UPLOAD } from './uploads.decorators';
import { UploadsService } from './uploads.service';

/** Uploads to an order. */
@BothForms('purchase-orders', 'Purchase orders')
export class UploadsController {
  constructor(private readonly uploads: UploadsService) {}

  @Post(':id/documents')
  @TakesFile()
  @Answers({ a: AttachmentOut, b: OrderDocumentOut }, UPLOAD)
  async upload(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @Received() file: ReceivedFile,
    @CurrentForm() form: Form,
  ): Promise<WithMessage<AttachmentOut | OrderDocumentOut>> {
    const document = await this.uploads.add(actor, id, file);
    return new WithMessage(
      form === 'a' ? presentAttachment(document) : presentOrderDocument(document),
      'documents.uploaded',
    );
  }
}
