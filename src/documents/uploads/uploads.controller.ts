import { Post } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import type { OrderId } from '../../common/records/ids';
import { Answers, CurrentActor, FormA, PathId, WithMessage } from '../../http';
import { Received, type ReceivedFile } from './received-file';
import { AttachmentOut } from '../http/answers';
import { presentAttachment } from '../http/present';
import { TakesFile, UPLOAD } from './uploads.decorators';
import { UploadsService } from './uploads.service';

/** Uploads to an order in Form A. */
@FormA('purchase-orders', 'Purchase orders')
export class UploadsController {
  constructor(private readonly uploads: UploadsService) {}

  @Post(':id/documents')
  @TakesFile()
  @Answers(AttachmentOut, UPLOAD)
  async upload(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @Received() file: ReceivedFile,
  ): Promise<WithMessage<AttachmentOut>> {
    return new WithMessage(presentAttachment(await this.uploads.add(actor, id, file)), 'documents.uploaded');
  }
}
