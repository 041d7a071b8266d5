import { MAX_BODY_BYTES } from '../../../platform/validation';
import { BrokenFileError, MAX_BLANK_LINES, type Row, type Start } from '../domain/rows';

const NEWLINE = 0x0a;
const BLANKS: readonly number[] = [0x20, 0x09, 0x0b, 0x0c, 0x0d];
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Yields the lines without parsing them, so that an inspection is cheap. Skips blank ones.
 * @throws BrokenFileError for a line longer than a request body and for too many blank lines; any error of the pieces
 */
export async function* ndjsonRows(
  pieces: AsyncIterable<Buffer>,
  start: Start = { position: 0, line: 0 },
): AsyncGenerator<Row> {
  const lines = new Lines(start);
  for await (const piece of pieces) {
    let from = 0;
    for (let at = piece.indexOf(NEWLINE); at !== -1; at = piece.indexOf(NEWLINE, from)) {
      lines.add(piece.subarray(from, at));
      from = at + 1;
      const row = lines.end(1);
      if (row) yield row;
    }
    lines.add(piece.subarray(from));
  }
  const last = lines.end(0);
  if (last) yield last;
}

/** Assembles lines from pieces. */
class Lines {
  private parts: Buffer[] = [];
  private length = 0;
  private blankLines = 0;
  private position: number;
  private line: number;

  constructor({ position, line }: Start) {
    this.position = position;
    this.line = line;
  }

  /** @throws BrokenFileError */
  add(part: Buffer): void {
    if (part.length === 0) return;
    this.parts.push(part);
    this.length += part.length;
    if (this.length > MAX_BODY_BYTES) {
      throw new BrokenFileError('imports.row_too_long', { line: this.line + 1, max: MAX_BODY_BYTES / 1024 });
    }
  }

  /** @returns undefined for a blank line */
  end(newline: number): Row | undefined {
    const [first] = this.parts;
    const text = first && this.parts.length === 1 ? first : Buffer.concat(this.parts, this.length);
    this.position += this.length + newline;
    this.parts = [];
    this.length = 0;
    this.line += 1;
    const bare = this.line === 1 && text.subarray(0, BOM.length).equals(BOM) ? text.subarray(BOM.length) : text;
    if (!bare.every((byte) => BLANKS.includes(byte))) {
      return { line: this.line, text: bare, end: this.position, endLine: this.line };
    }
    this.blankLines += 1;
    if (this.blankLines <= MAX_BLANK_LINES) return undefined;
    throw new BrokenFileError('imports.too_many_blank_lines', { max: MAX_BLANK_LINES });
  }
}
