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
import { type Readable, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { DomainError } from '../../common/errors';
import { ENVIRONMENT, type Environment } from '../../config';
import { IncomingFolder, TooLargeError } from '../../documents';
import { NDJSON, type ServiceRequest } from '../../http';
import type { ImportFile } from '../imports.service';

/** Media types of a file that is imported. */
export const FILE_TYPES = ['text/csv', NDJSON] as const;

const BYTES_OF_MB = 1024 * 1024;

interface ImportHttpRequest extends ServiceRequest {
  importFile?: ImportFile;
}

/** The file of a request that the {@link ImportFileGuard} let in. */
export const SentFile = createParamDecorator((_: unknown, context: ExecutionContext): ImportFile => {
  const { importFile } = context.switchToHttp().getRequest<ImportHttpRequest>();
  if (!importFile) throw new Error('A route that takes a file must use the ImportFileGuard');
  return importFile;
});

/**
 * Writes the body to the local disk as it comes, as the last of the guards: of a caller who may not import nothing is read. The
 * file is gone once the request is answered.
 */
@Injectable()
export class ImportFileGuard implements CanActivate, OnApplicationShutdown {
  private readonly folder = new IncomingFolder();

  constructor(@Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'IMPORT_MAX_MB'>) {}

  /** @throws DomainError PAYLOAD_TOO_LARGE, also once it is decompressed; UNSUPPORTED_MEDIA_TYPE for another encoding than gzip */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ImportHttpRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    const most = this.environment.IMPORT_MAX_MB * BYTES_OF_MB;
    if (Number(request.headers['content-length'] ?? 0) > most) throw this.tooLarge();
    const file = await this.folder.receive(decompressed(request), most).catch((error: unknown) => {
      throw error instanceof TooLargeError ? this.tooLarge() : error;
    });
    response.once('close', () => void rm(file.path, { force: true }).catch(() => undefined));
    request.importFile = { ...file, format: request.is('text/csv') ? 'csv' : 'ndjson' };
    // What an Idempotency-Key is compared with.
    request.rawBody = file.digest;
    return true;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.folder.remove();
  }

  private tooLarge(): DomainError {
    const text = { key: 'imports.too_large', params: { max: this.environment.IMPORT_MAX_MB } } as const;
    return new DomainError('PAYLOAD_TOO_LARGE', text);
  }
}

/** The body without its `Content-Encoding`. What is broken fails as it is read: BAD_REQUEST. */
function decompressed(request: ImportHttpRequest): Readable {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity') return request;
  if (encoding !== 'gzip') {
    const text = { key: 'error.unsupported_media_type', params: { types: 'Content-Encoding: gzip' } } as const;
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', text);
  }
  // Whoever reads the bytes hears of an error.
  return pipeline(request, createGunzip(), () => undefined);
}
