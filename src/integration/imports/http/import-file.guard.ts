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

/** Media types of a file that is imported. */
export const FILE_TYPES = ['text/csv', NDJSON] as const;

const BYTES_OF_MB = 1024 * 1024;

/** A file on the local disk that must be discarded. */
export interface SentImportFile extends ImportFile {
  /** Removes the file. Calling it again changes nothing. */
  discard(): Promise<void>;
}

interface ImportHttpRequest extends ServiceRequest {
  importFile?: SentImportFile;
}

/** The file of a request that the {@link ImportFileGuard} let in. */
export const SentFile = createParamDecorator((_: unknown, context: ExecutionContext): SentImportFile => {
  const { importFile } = context.switchToHttp().getRequest<ImportHttpRequest>();
  if (!importFile) throw new Error('A route that takes a file must use the ImportFileGuard');
  return importFile;
});

/**
 * Writes the body to the local disk as it comes, as the last of the guards: of a caller who may not import nothing is read. The
 * controller discards the file before it answers; it is gone, too, when the connection closes.
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
   * @throws DomainError PAYLOAD_TOO_LARGE, also once it is decompressed; UNSUPPORTED_MEDIA_TYPE for another encoding than gzip;
   *   RATE_LIMIT_EXCEEDED when too many imports of the tenant are open; SERVICE_UNAVAILABLE when the files under way take all the room
   *   that they may take
   */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ImportHttpRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    const gone = clientGone(response);
    if (Number(request.headers['content-length'] ?? 0) > this.most) throw this.tooLarge();
    const { tenantId } = request.actor as Actor;
    const upload = this.uploads.begin(tenantId);
    try {
      // An upload with a key may be a retry of one that counts already, and gets its answer again. If not, `start` counts.
      if (request.headers['idempotency-key'] !== undefined) requireFew(upload.ofTenant);
      else await this.imports.requireRoomFor(tenantId, upload.ofTenant);
      const format = request.is('text/csv') ? 'csv' : 'ndjson';
      const charset = charsetOf(request.headers['content-type'], format);
      const bytes = decompressed(request, gone);
      // Errors of both arrive at the last one.
      const text = charset === 'utf-8' ? bytes : pipeline(bytes, toUtf8(charset), () => undefined);
      const file = await this.folder.receive(text, this.most, upload.add);
      const discard = (): Promise<void> => rm(file.path, { force: true }).finally(upload.end);
      request.importFile = { ...file, format, discard };
      response.once('close', () => void discard().catch(() => undefined));
      if (gone.aborted) await discard();
      gone.throwIfAborted();
      // What an Idempotency-Key is compared with.
      request.rawBody = file.digest;
      return true;
    } catch (error) {
      upload.end();
      // The rest of the body is read and dropped: the answer arrives, and the connection can be used again.
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

/** The body without its `Content-Encoding`. What is broken fails as it is read: BAD_REQUEST. */
function decompressed(request: ImportHttpRequest, gone: AbortSignal): Readable {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding !== 'identity' && encoding !== 'gzip') {
    const text = { key: 'error.unsupported_media_type', params: { types: 'Content-Encoding: gzip' } } as const;
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', text);
  }
  // A pipeline would destroy the request when the body is refused, and the client would not get the answer.
  return request.pipe(addAbortSignal(gone, encoding === 'gzip' ? createGunzip() : new PassThrough()));
}
