import { FileHandle, open } from 'node:fs/promises';
import {
  AcceptedType,
  SIGNATURE_LENGTH,
  TextCheck,
  officeType,
  signatureOf,
  textType,
  ZIP_TAIL_LENGTH,
  directoryOf,
  entryNames,
} from '../domain/content-type';

/** Maximum bytes read of a ZIP directory. Directories of Office files are much shorter. */
const MAX_DIRECTORY = 1024 * 1024;
const CHUNK = 64 * 1024;

/** Undefined if the content is not accepted. The name only distinguishes CSV from other text. */
export async function inspectFile(path: string, fileName: string): Promise<AcceptedType | undefined> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const kind = signatureOf(await bytesOf(file, 0, Math.min(size, SIGNATURE_LENGTH)));
    if (kind === 'zip') return await officeTypeOf(file, size);
    return kind ?? ((await isText(file)) ? textType(fileName) : undefined);
  } finally {
    await file.close();
  }
}

async function officeTypeOf(file: FileHandle, size: number): Promise<AcceptedType | undefined> {
  const tail = Math.min(size, ZIP_TAIL_LENGTH);
  const directory = directoryOf(await bytesOf(file, size - tail, tail));
  if (!directory || directory.length > MAX_DIRECTORY || directory.offset + directory.length > size) return undefined;
  return officeType(entryNames(await bytesOf(file, directory.offset, directory.length)));
}

async function isText(file: FileHandle): Promise<boolean> {
  const check = new TextCheck();
  for (let position = 0; ;) {
    const bytes = await bytesOf(file, position, CHUNK);
    if (bytes.length === 0) return check.isText();
    check.add(bytes);
    position += bytes.length;
  }
}

async function bytesOf(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
