import { UseGuards, applyDecorators } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { Multipart, OutsideTransaction, Requires } from '../../http';
import { UploadGuard } from './upload.guard';

/** A route that takes one file. It works between transactions: what is slow is the storage. */
export const TakesFile = (): MethodDecorator =>
  applyDecorators(
    Requires('write'),
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

/** What both forms say of an upload. */
export const UPLOAD = {
  summary: 'Upload a document to a purchase order',
  description:
    'One file of at most 20 MiB: PDF, PNG, JPEG, GIF, WebP, Word, Excel, CSV or plain text in UTF-8, told by its content. ' +
    'A name that says something else is refused. An order has at most 50 attachments and documents.',
  status: 201,
  codes: ['SERVICE_UNAVAILABLE', 'PAYLOAD_TOO_LARGE'],
} as const;
