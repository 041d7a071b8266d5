import { crc32 } from 'node:zlib';

/** A ZIP archive of stored, empty entries with these names, the outer structure of an Office document. */
export function zipOf(names: readonly string[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const name of names) {
    const bytes = Buffer.from(name);
    const local = Buffer.concat([header(0x04034b50, 30, bytes.length, 26), bytes]);
    const entry = header(0x02014b50, 46, bytes.length, 28);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, bytes);
    locals.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, listed, end]);
}

function header(signature: number, length: number, nameLength: number, nameAt: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt32LE(signature, 0);
  bytes.writeUInt32LE(crc32(Buffer.alloc(0)), nameAt - 12);
  bytes.writeUInt16LE(nameLength, nameAt);
  return bytes;
}
