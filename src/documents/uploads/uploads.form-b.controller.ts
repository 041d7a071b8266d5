import { Post } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import type { OrderId } from '../../common/records/ids';
import { Answers, CurrentActor, FormB, PathId, WithMessage } from '../../http';
import { Received, type ReceivedFile } from './received-file';
import { OrderDocumentOut } from '../http/answers';
import { presentOrderDocument } from '../http/present';
import { TakesFile, UPLOAD } from './uploads.decorators';
import { UploadsService } from './uploads.service';

/** Uploads to an order in Form B. */
@FormB('purchase-orders', 'Purchase orders')
export class UploadsFormBController {
  constructor(private readonly uploads: UploadsService) {}

  @Post(':id/documents')
  @TakesFile()
  @Answers(OrderDocumentOut, UPLOAD)
  async upload(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @Received() file: ReceivedFile,
  ): Promise<WithMessage<OrderDocumentOut>> {
    return new WithMessage(presentOrderDocument(await this.uploads.add(actor, id, file)), 'documents.uploaded');
  }
}
