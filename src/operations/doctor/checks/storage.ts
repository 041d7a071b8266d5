import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, rmdir, stat, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type DocumentStorage, storageOf } from '../../../procurement/documents/storage/document-storage';
import type { Check } from '../check';
import { judgeSpace } from '../domain/machine';
import { type Finding, ok, warning } from '../domain/finding';

/** Tenant id of the test file, which no tenant has. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Writes, reads and deletes a file in the storage of uploads. */
export const storage: Check = {
  name: 'storage',
  variables: ['STORAGE_DRIVER', 'STORAGE_PATH', 'S3_BUCKET', 'S3_ENDPOINT', 'S3_REGION'],
  seconds: 60,
  run: async ({ environment }) => {
    const { STORAGE_DRIVER, STORAGE_PATH, S3_BUCKET } = environment;
    const isLocal = STORAGE_DRIVER === 'local';
    const where = isLocal ? resolve(STORAGE_PATH) : `the bucket ${S3_BUCKET ?? ''}`;
    const folder = isLocal ? join(resolve(STORAGE_PATH), NOBODY) : undefined;
    const there = folder === undefined ? undefined : await nearestFolder(folder);
    try {
      await probe(storageOf(environment));
      const done = ok(`A file was written to ${where}, read and removed`);
      return there === undefined ? [done] : [done, await spaceOf(there, 'uploads')];
    } catch (error) {
      const todo = isLocal
        ? 'Let the user of the service write there, or correct STORAGE_PATH.'
        : 'Check S3_BUCKET, S3_ENDPOINT, S3_REGION and the credentials; they need s3:PutObject, s3:GetObject, s3:DeleteObject and s3:ListBucket.';
      const said = error instanceof Error ? error.message || error.name : String(error);
      return [warning(`Files cannot be kept in ${where}, so uploads answer 503: ${said}`, todo)];
    } finally {
      // A folder created here would belong to the current user, possibly root.
      if (folder !== undefined && there !== undefined) await removeEmpty(folder, there);
    }
  },
};

async function probe(kept: DocumentStorage): Promise<void> {
  const key = `${NOBODY}/${randomUUID()}`;
  const folder = await mkdtemp(join(tmpdir(), 'procurement-doctor-'));
  try {
    const file = { path: join(folder, 'probe'), size: key.length, contentType: 'text/plain' };
    await writeFile(file.path, key);
    try {
      await kept.put(key, file);
      const stream = await kept.open(key);
      const read = stream === undefined ? undefined : await buffer(stream);
      if (read?.toString() !== key) throw new Error('what was read is not what was written');
    } finally {
      await kept.remove(key);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The folder, or its first existing parent. */
async function nearestFolder(folder: string): Promise<string> {
  for (let path = folder; ; path = dirname(path)) {
    if (path === dirname(path) || (await stat(path).catch(() => undefined))) return path;
  }
}

/** Deletes empty folders upwards, up to `stays`. */
async function removeEmpty(folder: string, stays: string): Promise<void> {
  for (let path = folder; path.length > stays.length; path = dirname(path)) {
    await rmdir(path).catch(() => undefined);
  }
}

async function spaceOf(folder: string, use: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  return judgeSpace(folder, use, bavail * bsize);
}

/** Checks the free space for temporary files and, without SMTP_URL, for mail. */
export const disk: Check = {
  name: 'disk',
  run: async ({ environment: { SMTP_URL, MAIL_FOLDER } }) => {
    const temporary = await spaceOf(tmpdir(), 'uploads on their way, exports and the browser');
    if (SMTP_URL !== undefined) return [temporary];
    return [temporary, await spaceOf(await nearestFolder(resolve(MAIL_FOLDER)), 'mail that is not sent')];
  },
};
