import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Transaction } from '../../database';
import type { ExportResource } from '../domain/export';
import type { RecordsOfKind } from '../records/records';
import { bytesOf, type Writing } from './rows';

/** A file of this machine, until it is stored. */
export interface WrittenFile {
  readonly resource: ExportResource;
  readonly path: string;
  /** Bytes, compressed. */
  readonly size: number;
  /** Records. */
  readonly rows: number;
}

/** A private folder in which the files of one export are written: the storage is away from the snapshot's time. */
export class Workshop {
  private folder: Promise<string> | undefined;

  /** Writes all records of a kind, as the transaction sees them, into a file. */
  async write(tx: Transaction, kind: RecordsOfKind, { counted, ...writing }: Writing): Promise<WrittenFile> {
    this.folder ??= mkdtemp(join(tmpdir(), 'procurement-export-'));
    const { resource } = writing;
    const path = join(await this.folder, resource);
    let rows = 0;
    const count = (records: number): void => {
      rows += records;
      counted(records);
    };
    const bytes = bytesOf(tx, kind, { ...writing, counted: count });
    await pipeline(bytes, createGzip(), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    return { resource, path, size: (await stat(path)).size, rows };
  }

  /** Removes the folder with whatever is in it. */
  async close(): Promise<void> {
    const folder = await this.folder?.catch(() => undefined);
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}
