import {
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Inject,
  Injectable,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Response } from 'express';
import { rm } from 'node:fs/promises';
import { addAbortSignal, PassThrough, pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { DomainError } from '../../../common/errors';
import { ENVIRONMENT, type Environment } from '../../../platform/config';
import { IncomingFolder, TooLargeError } from '../../../procurement/documents';
import type { Actor } from '../../../common/actor';
import { clientGone, NDJSON, type ServiceRequest } from '../../../platform/http';
import { type ImportFile, ImportsService, requireFew } from '../imports.service';
import { charsetOf, toUtf8 } from './charsets';
import { ImportUploads } from './import-uploads';

export const FILE_TYPES = ['text/csv', NDJSON] as const;

const BYTES_OF_MB = 1024 * 1024;

/** A file on the local disk that must be discarded. */
export interface SentImportFile extends ImportFile {
  /** Deletes the file. Idempotent. */
  discard(): Promise<void>;
}

interface ImportHttpRequest extends ServiceRequest {
  importFile?: SentImportFile;
}

/** The file that the {@link ImportFileGuard} received. */
export const SentFile = createParamDecorator((_: unknown, context: ExecutionContext): SentImportFile => {
  const { importFile } = context.switchToHttp().getRequest<ImportHttpRequest>();
  if (!importFile) throw new Error('A route that takes a file must use the ImportFileGuard');
  return importFile;
});

/**
 * Streams the body to the local disk. Runs as the last guard, so that nothing is read from callers who may not import.
 * The controller discards the file before it responds; it is also deleted when the connection closes.
 */
@Injectable()
export class ImportFileGuard implements CanActivate, OnApplicationShutdown {
  private readonly folder = new IncomingFolder();

  constructor(
    private readonly imports: ImportsService,
    private readonly uploads: ImportUploads,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'IMPORT_MAX_MB'>,
  ) {}

  /**
   * @throws DomainError PAYLOAD_TOO_LARGE; UNSUPPORTED_MEDIA_TYPE for an encoding other than gzip; RATE_LIMIT_EXCEEDED
   * for too many open imports; SERVICE_UNAVAILABLE if uploads in progress fill the disk quota
   */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ImportHttpRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    const gone = clientGone(response);
    if (Number(request.headers['content-length'] ?? 0) > this.most) throw this.tooLarge();
    const { tenantId } = request.actor as Actor;
    const upload = this.uploads.begin(tenantId);
    try {
      // An upload with an idempotency key may repeat one that is counted already. If not, `start` counts it.
      if (request.headers['idempotency-key'] !== undefined) requireFew(upload.ofTenant);
      else await this.imports.requireRoomFor(tenantId, upload.ofTenant);
      const format = request.is('text/csv') ? 'csv' : 'ndjson';
      const charset = charsetOf(request.headers['content-type'], format);
      const bytes = decompressed(request, gone);
      // Errors of both streams reach the last one.
      const text = charset === 'utf-8' ? bytes : pipeline(bytes, toUtf8(charset), () => undefined);
      const file = await this.folder.receive(text, this.most, upload.add);
      const discard = (): Promise<void> => rm(file.path, { force: true }).finally(upload.end);
      request.importFile = { ...file, format, discard };
      response.once('close', () => void discard().catch(() => undefined));
      if (gone.aborted) await discard();
      gone.throwIfAborted();
      // Compared for the Idempotency-Key.
      request.rawBody = file.digest;
      return true;
    } catch (error) {
      upload.end();
      // Read and drop the rest of the body, so that the client gets the response and can reuse the connection.
      request.unpipe().resume();
      gone.throwIfAborted();
      throw error instanceof TooLargeError ? this.tooLarge() : error;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.folder.remove();
  }

  private get most(): number {
    return this.environment.IMPORT_MAX_MB * BYTES_OF_MB;
  }

  private tooLarge(): DomainError {
    const text = { key: 'imports.too_large', params: { max: this.environment.IMPORT_MAX_MB } } as const;
    return new DomainError('PAYLOAD_TOO_LARGE', text);
  }
}

/** Decompresses the body. Invalid data fails with BAD_REQUEST when it is read. */
function decompressed(request: ImportHttpRequest, gone: AbortSignal): Readable {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding !== 'identity' && encoding !== 'gzip') {
    const text = { key: 'error.unsupported_media_type', params: { types: 'Content-Encoding: gzip' } } as const;
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', text);
  }
  // A pipeline would destroy the request when the body is rejected, and the client would get no response.
  return request.pipe(addAbortSignal(gone, encoding === 'gzip' ? createGunzip() : new PassThrough()));
}
