const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;

/** The directory of an archive lies this close to its end at most: the end record and the longest comment after it. */
export const ZIP_TAIL_LENGTH = END_LENGTH + 0xffff;

/** Where an archive's directory is. */
export interface ZipDirectory {
  readonly offset: number;
  readonly length: number;
}

/** Finds the directory by the end record in the archive's last bytes; undefined when there is none. */
export function directoryOf(tail: Buffer): ZipDirectory | undefined {
  for (let at = tail.length - END_LENGTH; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END_SIGNATURE) continue;
    return { length: tail.readUInt32LE(at + 12), offset: tail.readUInt32LE(at + 16) };
  }
  return undefined;
}

/** Names of the entries that a directory lists, up to the first that is broken. */
export function entryNames(directory: Buffer): Set<string> {
  const names = new Set<string>();
  let at = 0;
  while (at + ENTRY_LENGTH <= directory.length && directory.readUInt32LE(at) === ENTRY_SIGNATURE) {
    const [name, extra, comment] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    names.add(directory.toString('utf8', at + ENTRY_LENGTH, at + ENTRY_LENGTH + name));
    at += ENTRY_LENGTH + name + extra + comment;
  }
  return names;
}
