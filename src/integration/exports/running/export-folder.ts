import { createWriteStream } from 'node:fs';
import { lstat, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Transaction } from '../../../platform/database';
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

const PREFIX = 'procurement-export-';

/** How often a process says that a folder is still its own, and after how long without it nobody's. */
const TOUCH_EVERY = 60_000;
const ABANDONED_AFTER = 60 * 60_000;

/** A private folder in which the files of one export are written: the storage is away from the snapshot's time. */
export class ExportFolder {
  /** Records written so far, of all files. */
  rows = 0;

  private folder: Promise<string> | undefined;
  private touching: NodeJS.Timeout | undefined;

  /** Writes all records of a kind, as the transaction sees them, into a file. */
  async write(tx: Transaction, kind: RecordsOfKind, { counted, ...writing }: Writing): Promise<WrittenFile> {
    this.folder ??= this.open();
    const { resource } = writing;
    const path = join(await this.folder, resource);
    let rows = 0;
    const count = (records: number): void => {
      rows += records;
      this.rows += records;
      counted(records);
    };
    const bytes = await bytesOf(tx, kind, { ...writing, counted: count });
    await pipeline(bytes, createGzip(), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    return { resource, path, size: (await stat(path)).size, rows };
  }

  /** Removes a file that is stored: the next ones need the room. */
  async remove({ path }: WrittenFile): Promise<void> {
    await rm(path, { force: true });
  }

  /** Removes the folder with whatever is in it. */
  async close(): Promise<void> {
    clearInterval(this.touching);
    const folder = await this.folder?.catch(() => undefined);
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }

  /** The touch shows other processes of this machine that the folder is in use: ids of processes say nothing between containers. */
  private async open(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), PREFIX));
    this.touching = setInterval(() => {
      const now = new Date();
      utimes(folder, now, now).catch(() => undefined);
    }, TOUCH_EVERY).unref();
    return folder;
  }
}

/** Removes the folders of this user that processes left which were killed. What cannot be removed stays. */
export async function removeAbandonedFolders(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  for (const name of names) {
    const folder = join(tmpdir(), name);
    // Gone by now where another process swept, or its own has finished.
    const found = await lstat(folder).catch(() => undefined);
    if (!found?.isDirectory() || found.uid !== process.getuid?.()) continue;
    if (found.mtimeMs > Date.now() - ABANDONED_AFTER) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
