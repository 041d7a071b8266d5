import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { DomainError } from '../../../common/errors';
import type { ImportFile } from '../../../integration/imports';
import type { ImportFormat } from '../../../integration/imports/domain/import';
import type { Charset } from '../../../integration/imports/domain/reading';
import { ProvisioningError } from '../../provisioning/provisioning-error';

/** The file of a command, and what is known of it. */
interface NamedFile {
  readonly file: string;
  readonly format?: ImportFormat;
  readonly charset?: Charset;
}

/**
 * Hands a file to the work in UTF-8. One that ends in `.gz` or has another charset is first written anew to a folder of its own, which is
 * gone afterwards.
 * @param most MiB that it may have then
 * @throws ProvisioningError; DomainError for a charset that the format has not, and for a byte that is no character of it
 */
export async function withImportFile<T>(
  { file: path, format, charset = 'utf-8' }: NamedFile,
  most: number,
  work: (file: ImportFile) => Promise<T>,
): Promise<T> {
  const { size } = await stat(path).catch(() => {
    throw new ProvisioningError(`There is no file ${path}`);
  });
  const isNdjson = /\.(nd)?jsonl?(\.gz)?$/.test(basename(path));
  const kind = format ?? (isNdjson ? 'ndjson' : 'csv');
  const { charsetOf, toUtf8 } = await import('../../../integration/imports/index.js');
  const known = charsetOf(`;charset=${charset}`, kind);
  const changes: Transform[] = [];
  if (path.endsWith('.gz')) changes.push(createGunzip());
  if (known !== 'utf-8') changes.push(toUtf8(known));
  if (changes.length === 0) return work({ path, size, digest: Buffer.alloc(0), format: kind });
  const { IncomingFolder, TooLargeError } = await import('../../../procurement/documents/index.js');
  const folder = new IncomingFolder();
  try {
    const bytes = pipeline([createReadStream(path), ...changes], () => undefined) as unknown as Readable;
    const plain = await folder.receive(bytes, most * 1024 * 1024).catch((error: unknown) => {
      if (error instanceof DomainError) throw error;
      const what = error instanceof TooLargeError ? `holds more than ${most} MiB (IMPORT_MAX_MB)` : 'is not gzip';
      throw new ProvisioningError(`${path} ${what}`);
    });
    return await work({ ...plain, format: kind });
  } finally {
    await folder.remove();
  }
}
