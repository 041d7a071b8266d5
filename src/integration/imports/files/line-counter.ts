const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Counts the lines of bytes as they pass; a line ends with LF, CR or both. */
export class LineCounter {
  private readonly chunks: Buffer[] = [];
  /** How many of the first chunk's bytes are counted. */
  private offset = 0;
  private lines: number;
  private endedWithReturn = false;

  /**
   * @param at the position of the first byte, in bytes of the file
   * @param line the lines of the file before it
   */
  constructor(
    private at: number,
    line: number,
  ) {
    this.lines = line;
  }

  /** Notes bytes that follow those noted before. */
  add(chunk: Buffer): void {
    this.chunks.push(chunk);
  }

  /** The number, from 1, of the first line with something in it that begins at this position or after it. */
  lineAt(position: number): number {
    this.countTo(position);
    let lines = this.lines;
    let afterReturn = this.endedWithReturn;
    for (const [index, chunk] of this.chunks.entries()) {
      for (let byte = index === 0 ? this.offset : 0; byte < chunk.length; byte += 1) {
        const value = chunk[byte];
        if (value !== NEWLINE && value !== RETURN) return lines + 1;
        if (value === RETURN || !afterReturn) lines += 1;
        afterReturn = value === RETURN;
      }
    }
    return lines + 1;
  }

  /** The lines that end before this position. */
  linesBefore(position: number): number {
    this.countTo(position);
    return this.lines;
  }

  private countTo(position: number): void {
    while (this.at < position) {
      const [chunk] = this.chunks;
      if (!chunk) throw new Error('A position beyond the bytes that were read');
      const end = Math.min(chunk.length, this.offset + position - this.at);
      this.count(chunk, end);
      this.at += end - this.offset;
      this.offset = end;
      if (end === chunk.length) {
        this.chunks.shift();
        this.offset = 0;
      }
    }
  }

  private count(chunk: Buffer, end: number): void {
    for (let byte = this.offset; byte < end; byte += 1) {
      const value = chunk[byte];
      if (value === RETURN || (value === NEWLINE && !this.endedWithReturn)) this.lines += 1;
      this.endedWithReturn = value === RETURN;
    }
  }
}
