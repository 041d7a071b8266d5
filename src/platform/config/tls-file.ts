import { readFileSync, statSync } from 'node:fs';

/** How often a file is looked at, in milliseconds: many connections may be opened in a second. */
const LOOK_EVERY = 1_000;

/** Whether a text holds certificates or keys in PEM. */
export const isPem = (text: string): boolean => /-----BEGIN [A-Z0-9 ]+-----/.test(text);

/**
 * A file with certificates or keys, whose text is what the file holds now: it is read again when it has changed, by another
 * content or by another file in its place. While it is gone or half written, the text of before stays.
 */
export class TlsFile {
  private kept: string;
  private seen: string;
  private lookedAt = performance.now();
  private reads = 1;

  /** @throws Error of the file system when it cannot be read */
  constructor(
    private readonly path: string,
    /** Called once for each change that cannot be used. */
    private readonly complain: (sentence: string) => void = () => undefined,
  ) {
    this.seen = this.look();
    this.kept = readFileSync(path, 'utf8');
  }

  /** What the file holds. */
  get text(): string {
    this.refresh();
    return this.kept;
  }

  /** A number that changes with {@link text}. */
  get version(): number {
    this.refresh();
    return this.reads;
  }

  private refresh(): void {
    const now = performance.now();
    if (now - this.lookedAt < LOOK_EVERY) return;
    this.lookedAt = now;
    const seen = this.look();
    if (seen === this.seen) return;
    this.seen = seen;
    try {
      const text = readFileSync(this.path, 'utf8');
      if (!isPem(text)) throw new Error('it holds no PEM text');
      if (text === this.kept) return;
      this.kept = text;
      this.reads += 1;
    } catch (error) {
      this.complain(`${this.path} cannot be used, what it held before is used on: ${(error as Error).message}`);
    }
  }

  /** What tells one state of the file from another. */
  private look(): string {
    const found = statSync(this.path, { throwIfNoEntry: false });
    return found ? `${found.dev} ${found.ino} ${found.mtimeMs} ${found.size}` : 'gone';
  }
}
