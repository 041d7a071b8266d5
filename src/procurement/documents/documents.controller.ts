import { Get, Res, StreamableFile } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Actor } from '../../common/actor';
import { AnswersFile, BothForms, CurrentActor, PathId, Requires } from '../../platform/http';
import { DocumentsService } from './documents.service';

/** Documents of orders, fetched by id; the same in both forms. */
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
