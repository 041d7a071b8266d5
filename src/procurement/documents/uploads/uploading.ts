import { applyDecorators, UseGuards } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { Multipart, OutsideTransaction } from '../../../platform/http';
import { AttachmentResponse, OrderDocumentResponse, presentAttachment, presentOrderDocument } from '../answers';
import { UploadGuard } from './upload.guard';

/** What both forms answer with a document. */
export const DOCUMENT = { a: AttachmentResponse, b: OrderDocumentResponse };
export type DocumentResponse = AttachmentResponse | OrderDocumentResponse;

/** A document as each form shows it. */
export const IN_FORM = { a: presentAttachment, b: presentOrderDocument };

/** Which files are taken, as the documents of the API say it. */
export const KINDS =
  'One file of at most 20 MiB: PDF, PNG, JPEG, GIF, WebP, Word, Excel, CSV or plain text in UTF-8, told by its content. ' +
  'A name that says something else is refused.';

/** A route that takes one file. It works between transactions: what is slow is the storage. */
export const TakesFile = () =>
  applyDecorators(
    Multipart(),
    OutsideTransaction(),
    UseGuards(UploadGuard),
    ApiBody({
      schema: {
        type: 'object',
        required: ['file'],
        properties: { file: { type: 'string', format: 'binary', description: 'At most 20 MiB.' } },
      },
    }),
  );
