/** Accepted types with the extensions that a name may have. The content determines the type. */
export const ACCEPTED = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'text/csv': ['csv'],
  'text/plain': ['txt'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type AcceptedType = keyof typeof ACCEPTED;

/** The accepted extensions, for messages. */
export const ACCEPTED_ENDINGS = 'pdf, png, jpg, gif, webp, docx, xlsx, csv, txt';

/** Number of leading bytes that {@link signatureOf} reads. */
export const SIGNATURE_LENGTH = 12;

const SIGNATURES: readonly (readonly [kind: 'zip' | AcceptedType, bytes: string, offset?: number])[] = [
  ['application/pdf', '%PDF-'],
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/gif', 'GIF87a'],
  ['image/gif', 'GIF89a'],
  ['image/webp', 'WEBP', 8],
  ['zip', 'PK\x03\x04'],
];

/** A ZIP archive may be an Office file ({@link officeType}), an unknown type may be text ({@link textType}). */
export function signatureOf(head: Buffer): 'zip' | AcceptedType | undefined {
  const start = head.toString('latin1', 0, SIGNATURE_LENGTH);
  const found = SIGNATURES.find(([, bytes, offset = 0]) => start.startsWith(bytes, offset));
  if (found?.[0] === 'image/webp' && !start.startsWith('RIFF')) return undefined;
  return found?.[0];
}

/** The Office type of a ZIP archive with these entries; undefined for others and for files with macros. */
export function officeType(entries: ReadonlySet<string>): AcceptedType | undefined {
  if (!entries.has('[Content_Types].xml') || [...entries].some((name) => name.endsWith('vbaProject.bin')))
    return undefined;
  if (entries.has('word/document.xml'))
    return 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  if (entries.has('xl/workbook.xml')) return 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  return undefined;
}

/** Text formats have no signature: only the file name distinguishes CSV from plain text. */
export function textType(fileName: string): AcceptedType {
  return extensionOf(fileName) === 'csv' ? 'text/csv' : 'text/plain';
}

/** Whether the extension matches the content; true without an extension. */
export function nameAgrees(fileName: string, type: AcceptedType): boolean {
  const extension = extensionOf(fileName);
  return extension === undefined || (ACCEPTED[type] as readonly string[]).includes(extension);
}

/** In lower case, without the dot. */
export function extensionOf(fileName: string): string | undefined {
  return /[^.]\.([^.\s]+)$/.exec(fileName)?.[1]?.toLowerCase();
}

// Text contains no control characters other than tab, newline, form feed and carriage return.
// eslint-disable-next-line no-control-regex -- control characters are exactly what this looks for
const NO_TEXT = /[\u0000-\u0008\u000B\u000E-\u001F\u007F]/;

/** Checks a stream of bytes for UTF-8 text. */
export class TextCheck {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private broken = false;

  add(bytes: Uint8Array): void {
    this.decode(() => this.decoder.decode(bytes, { stream: true }));
  }

  /** Call after the last bytes. */
  isText(): boolean {
    this.decode(() => this.decoder.decode());
    return !this.broken;
  }

  private decode(read: () => string): void {
    if (this.broken) return;
    try {
      this.broken = NO_TEXT.test(read());
    } catch {
      this.broken = true;
    }
  }
}

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;

/** Length of the end record and the longest comment after it. */
export const ZIP_TAIL_LENGTH = END_LENGTH + 0xffff;

/** Finds the directory through the end record; undefined without one. */
export function directoryOf(tail: Buffer): { readonly offset: number; readonly length: number } | undefined {
  for (let at = tail.length - END_LENGTH; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END_SIGNATURE) continue;
    return { length: tail.readUInt32LE(at + 12), offset: tail.readUInt32LE(at + 16) };
  }
  return undefined;
}

/** Names in a directory, up to the first invalid entry. */
export function entryNames(directory: Buffer): Set<string> {
  const names = new Set<string>();
  let at = 0;
  while (at + ENTRY_LENGTH <= directory.length && directory.readUInt32LE(at) === ENTRY_SIGNATURE) {
    const name = directory.readUInt16LE(at + 28);
    const extraAndComment = directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    names.add(directory.toString('utf8', at + ENTRY_LENGTH, at + ENTRY_LENGTH + name));
    at += ENTRY_LENGTH + name + extraAndComment;
  }
  return names;
}
