import type { Request } from 'express';
import type { StorageEngine } from 'multer';
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { lstat, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

export interface IncomingFile {
  readonly path: string;
  readonly size: number;
  /** SHA-256 of the content. */
  readonly digest: Buffer;
}

/** A private temporary folder of this process for received files. Implements a storage engine of multer. */
export class IncomingFolder implements StorageEngine {
  private folder: string | undefined;
  private making: Promise<string> | undefined;

  _handleFile(
    _: Request,
    file: Express.Multer.File,
    done: (error?: unknown, info?: Partial<IncomingFile>) => void,
  ): void {
    this.receive(file.stream).then((info) => done(null, info), done);
  }

  _removeFile(_: Request, file: Express.Multer.File, done: (error: Error | null) => void): void {
    rm(file.path, { force: true }).then(() => done(null), done);
  }

  async remove(): Promise<void> {
    await this.making?.catch(() => undefined);
    if (this.folder !== undefined) await rm(this.folder, { recursive: true, force: true });
  }

  /**
   * Writes a stream to a new file, which is removed on errors.
   * @param admit called with the number of bytes before they are written; may throw
   * @throws TooLargeError above `most` bytes; errors of the stream and of `admit`
   */
  async receive(bytes: Readable, most = Infinity, admit?: (bytes: number) => void): Promise<IncomingFile> {
    const path = await this.path();
    const hash = createHash('sha256');
    let size = 0;
    const watch = new Transform({
      transform(chunk: Buffer, _, done) {
        hash.update(chunk);
        size += chunk.length;
        try {
          if (size > most) throw new TooLargeError();
          admit?.(chunk.length);
        } catch (error) {
          done(error as Error);
          return;
        }
        done(null, chunk);
      },
    });
    try {
      await pipeline(bytes, watch, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      return { path, size, digest: hash.digest() };
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  /** A new path in the folder. */
  async path(): Promise<string> {
    // Concurrent uploads create one folder. A failure is not cached, so that the next upload retries.
    this.making ??= this.present().finally(() => (this.making = undefined));
    return join(await this.making, randomUUID());
  }

  /** Creates the folder again if a cleaner of temporary files has removed it. */
  private async present(): Promise<string> {
    if (this.folder === undefined || !(await isOwnFolder(this.folder))) {
      this.folder = await mkdtemp(join(tmpdir(), 'procurement-uploads-'));
    }
    return this.folder;
  }
}

/** Whether the system user of this process owns the folder. Any system user could create a removed folder again. */
async function isOwnFolder(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isDirectory() === true && found.uid === process.getuid?.();
}
