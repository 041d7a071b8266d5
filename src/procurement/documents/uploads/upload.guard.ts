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

/** Bytes. */
const MAX_FILE_BYTES = 20 * 1024 * 1024;

/** An uploaded file on the local disk, not checked yet. Removed when the response is closed. */
export interface ReceivedFile {
  readonly path: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

interface UploadRequest extends ServiceRequest {
  received?: ReceivedFile;
}

export const Received = createParamDecorator((_: unknown, context: ExecutionContext): ReceivedFile => {
  const { received } = context.switchToHttp().getRequest<UploadRequest>();
  if (!received) throw new Error('A route that takes a file must use the UploadGuard');
  return received;
});

/**
 * Receives the file of a multipart body, as the last guard: files of callers who may not upload are never read. An
 * Idempotency-Key is compared with the content of the file.
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
   * @throws DomainError PAYLOAD_TOO_LARGE; BAD_REQUEST if the body is no multipart form or the file name is not UTF-8;
   * VALIDATION_ERROR on `file` if it is missing, and on every other field
   */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<UploadRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    // Multer does not detect the end of an empty body.
    if (request.headers['content-length'] === '0') throw invalidField(FILE_FIELD, 'documents.file_required');
    await new Promise<void>((resolve, reject) => {
      this.read(request, response, (error?: unknown) => (error instanceof Error ? reject(refusal(error)) : resolve()));
    });
    const file = request.file as (Express.Multer.File & IncomingFile) | undefined;
    if (file) response.once('close', () => void rm(file.path, { force: true }).catch(() => undefined));
    const faults = faultsIn(request.body, file !== undefined);
    if (!file || Object.keys(faults).length > 0) throw invalid(faults);
    // The parser replaces bytes that are not UTF-8 by U+FFFD.
    if (file.originalname.includes('\uFFFD')) throw new DomainError('BAD_REQUEST', { key: 'documents.name_not_utf8' });
    request.received = { path: file.path, name: file.originalname, size: file.size };
    // A repeated upload has another boundary: its raw body differs, but its file does not.
    request.rawBody = createHash('sha256').update(`${file.originalname}\n`).update(file.digest).digest();
    return true;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.folder.remove();
  }
}

/** A route with one file. It runs outside of a transaction, because the storage is slow. */
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

/** Rejects all other fields, and a missing file. */
function faultsIn(body: unknown, hasFile: boolean): FieldMessages {
  const faults: Record<string, Message[]> = {};
  for (const name of Object.keys(body ?? {})) faults[name] = [{ key: 'validation.unknown_field' }];
  // Also if the field contains text instead of a file.
  if (!hasFile) faults[FILE_FIELD] = [{ key: 'documents.file_required' }];
  return faults;
}

/** Converts errors of multer and its parser. */
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
  // Disk errors have a `syscall`. All others mean an invalid multipart form.
  return 'syscall' in error ? error : new DomainError('BAD_REQUEST', { key: 'documents.no_form' }, { cause: error });
}
