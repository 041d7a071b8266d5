import { readFileSync, statSync } from 'node:fs';

/** Milliseconds between two checks of the file, because a second may open many connections. */
const LOOK_EVERY = 1_000;

export const isPem = (text: string): boolean => /-----BEGIN [A-Z0-9 ]+-----/.test(text);

/** A PEM file that is read again after a change. While it is missing or incomplete, the previous text is used. */
export class TlsFile {
  private kept: string;
  private seen: string;
  private lookedAt = performance.now();
  private reads = 1;

  /** @throws Error of the file system when the file cannot be read */
  constructor(
    private readonly path: string,
    private readonly complain: (sentence: string) => void = () => undefined,
  ) {
    this.seen = this.look();
    this.kept = readFileSync(path, 'utf8');
  }

  get text(): string {
    this.refresh();
    return this.kept;
  }

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

  private look(): string {
    const found = statSync(this.path, { throwIfNoEntry: false });
    return found ? `${found.dev} ${found.ino} ${found.mtimeMs} ${found.size}` : 'gone';
  }
}
