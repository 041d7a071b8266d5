import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DocumentStorage, FileToKeep } from './document-storage';

/** Keeps uploads as files of a folder, one folder a tenant. For one machine, or a volume that all instances share. */
export class LocalStorage extends DocumentStorage {
  constructor(private readonly folder: string) {
    super();
  }

  async put(key: string, file: FileToKeep): Promise<void> {
    const path = this.pathOf(key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const partial = createWriteStream(partialOf(path), { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(createReadStream(file.path), partial);
    // Whole under its name, or not there at all.
    await rename(partialOf(path), path);
  }

  async open(key: string): Promise<Readable | undefined> {
    try {
      return (await open(this.pathOf(key))).createReadStream();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    const path = this.pathOf(key);
    await Promise.all([rm(path, { force: true }), rm(partialOf(path), { force: true })]);
  }

  private pathOf(key: string): string {
    if (!/^[0-9a-f-]{36}\/[0-9a-f-]{36}$/.test(key)) throw new Error('Not a storage key');
    return join(this.folder, key);
  }
}

const partialOf = (path: string): string => `${path}.part`;
