import {
  applyDecorators,
  CanActivate,
  createParamDecorator,
  ExecutionContext,
  Injectable,
  OnApplicationShutdown,
  UseGuards,
} from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { Response } from 'express';
import multer, { MulterError } from 'multer';
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { DomainError, type FieldMessages, invalid, invalidField, type Message } from '../../../common/errors';
import { Multipart, OutsideTransaction, type ServiceRequest } from '../../../platform/http';
import { FILE_FIELD } from '../domain/file-name';
import { type IncomingFile, IncomingFolder } from './incoming-folder';

/** Largest file, in bytes. */
const MAX_FILE_BYTES = 20 * 1024 * 1024;

/** An uploaded file on its way in: on the local disk, not looked at yet. Gone once the request is answered. */
export interface ReceivedFile {
  readonly path: string;
  /** As the client named it. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** A request whose file was read by the {@link UploadGuard}. */
interface UploadRequest extends ServiceRequest {
  received?: ReceivedFile;
}

/** The file of a request that the {@link UploadGuard} let in. */
export const Received = createParamDecorator((_: unknown, context: ExecutionContext): ReceivedFile => {
  const { received } = context.switchToHttp().getRequest<UploadRequest>();
  if (!received) throw new Error('A route that takes a file must use the UploadGuard');
  return received;
});

/**
 * Reads the one file of a multipart body, as the last of the guards: a file from a caller who may not upload is never
 * read, and an Idempotency-Key is compared with what was in it.
 */
@Injectable()
export class UploadGuard implements CanActivate, OnApplicationShutdown {
  private readonly folder = new IncomingFolder();
  private readonly read = multer({
    storage: this.folder,
    limits: { fileSize: MAX_FILE_BYTES, files: 1, fields: 20, fieldSize: 1024, fieldNameSize: 100 },
    defParamCharset: 'utf8',
  }).single(FILE_FIELD);

  /**
   * @throws DomainError PAYLOAD_TOO_LARGE; BAD_REQUEST for no multipart form, or a file name that is not UTF-8;
   *   VALIDATION_ERROR on `file` when it is missing, and on every other field
   */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<UploadRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    // The reader would miss the end of a form there.
    if (request.headers['content-length'] === '0') throw invalidField(FILE_FIELD, 'documents.file_required');
    await new Promise<void>((resolve, reject) => {
      this.read(request, response, (error?: unknown) => (error instanceof Error ? reject(refusal(error)) : resolve()));
    });
    const file = request.file as (Express.Multer.File & IncomingFile) | undefined;
    if (file) response.once('close', () => void rm(file.path, { force: true }).catch(() => undefined));
    const faults = faultsIn(request.body, file !== undefined);
    if (!file || Object.keys(faults).length > 0) throw invalid(faults);
    // The reader of the form puts U+FFFD in the place of bytes that are not UTF-8.
    if (file.originalname.includes('\uFFFD')) throw new DomainError('BAD_REQUEST', { key: 'documents.name_not_utf8' });
    request.received = { path: file.path, name: file.originalname, size: file.size };
    // A client that sends the file again draws a new boundary: the bytes of the body differ, the file does not.
    request.rawBody = createHash('sha256').update(`${file.originalname}\n`).update(file.digest).digest();
    return true;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.folder.remove();
  }
}

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

/** Every field that is no file, and `file` without one. */
function faultsIn(body: unknown, hasFile: boolean): FieldMessages {
  const faults: Record<string, Message[]> = {};
  for (const name of Object.keys(body ?? {})) faults[name] = [{ key: 'validation.unknown_field' }];
  // Also where the field has text in place of a file.
  if (!hasFile) faults[FILE_FIELD] = [{ key: 'documents.file_required' }];
  return faults;
}

/** What multer and the reader beneath it complain of, in our own words. */
function refusal(error: Error): Error {
  const { code, field }: Partial<MulterError> = error instanceof MulterError ? error : {};
  if (code === 'LIMIT_FILE_SIZE') {
    return new DomainError('PAYLOAD_TOO_LARGE', { key: 'error.payload_too_large', params: { limit: MAX_FILE_BYTES } });
  }
  if (code === 'LIMIT_FILE_COUNT' || (code === 'LIMIT_UNEXPECTED_FILE' && field === FILE_FIELD)) {
    return invalidField(FILE_FIELD, 'documents.one_file');
  }
  if (code === 'LIMIT_UNEXPECTED_FILE' && field !== undefined) {
    return invalid({ [field]: [{ key: 'documents.other_field' }], [FILE_FIELD]: [{ key: 'documents.file_required' }] });
  }
  if (field !== undefined) return invalidField(field, 'validation.unknown_field');
  // The disk's errors have a system call; what is left is a body that is no multipart form.
  return 'syscall' in error ? error : new DomainError('BAD_REQUEST', { key: 'documents.no_form' }, { cause: error });
}
