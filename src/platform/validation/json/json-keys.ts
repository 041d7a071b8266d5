import { MAX_BODY_DEPTH, MAX_KEYS_OF_OBJECT } from '../limits';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SLOTS = (MAX_BODY_DEPTH + 1) * MAX_KEYS_OF_OBJECT;
const FNV_OFFSET = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;

/**
 * The keys of the open objects during a scan of a JSON text, to find duplicate keys, of which `JSON.parse` silently
 * uses the last. Keys are compared by a hash of their bytes without allocations. Only for an object with equal hashes,
 * or with an escape in a key, the keys are decoded into a set. The work is linear in the size of the text, even with
 * deliberate collisions.
 */
export class JsonKeys {
  private readonly counts = new Int32Array(MAX_BODY_DEPTH + 1);
  private readonly hashes = new Int32Array(SLOTS);
  private readonly starts = new Int32Array(SLOTS);
  private readonly ends = new Int32Array(SLOTS);
  /** By depth: the decoded keys of an object whose hashes are not sufficient. */
  private readonly decoded = Array.from({ length: MAX_BODY_DEPTH + 1 }, (): Set<string> | undefined => undefined);
  private start = 0;
  private end = 0;
  private hash = 0;
  private isEscaped = false;

  begin(): void {
    this.decoded.fill(undefined);
  }

  open(depth: number): void {
    this.counts[depth] = 0;
    this.decoded[depth] = undefined;
  }

  isFull(depth: number): boolean {
    return this.counts[depth] === MAX_KEYS_OF_OBJECT;
  }

  /**
   * Reads a key.
   * @param start the index of its opening quote
   * @returns the index of its closing quote; the end of the text if there is none
   */
  read(bytes: Buffer, start: number): number {
    let hash = FNV_OFFSET;
    let at = start + 1;
    this.isEscaped = false;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at] as number;
      if (byte === QUOTE) break;
      if (byte === BACKSLASH) {
        this.isEscaped = true;
        at += 1;
      } else hash = Math.imul(hash ^ byte, FNV_PRIME);
    }
    this.hash = hash;
    this.start = start + 1;
    this.end = at;
    return at;
  }

  /** The object must not be full. @returns whether it already has an equal key */
  repeats(bytes: Buffer, depth: number): boolean {
    const first = depth * MAX_KEYS_OF_OBJECT;
    const slot = first + (this.counts[depth] as number);
    const mayRepeat = this.isEscaped || this.decoded[depth] !== undefined || this.hasHash(first, slot);
    this.hashes[slot] = this.hash;
    this.starts[slot] = this.start;
    this.ends[slot] = this.end;
    this.counts[depth] = slot - first + 1;
    if (!mayRepeat) return false;
    const keys = (this.decoded[depth] ??= this.decodedBefore(bytes, first, slot));
    const { size } = keys;
    keys.add(this.decode(bytes, slot));
    return keys.size === size;
  }

  newest(bytes: Buffer, depth: number): string {
    return this.decode(bytes, depth * MAX_KEYS_OF_OBJECT + (this.counts[depth] as number) - 1);
  }

  private hasHash(from: number, to: number): boolean {
    for (let slot = from; slot < to; slot += 1) if (this.hashes[slot] === this.hash) return true;
    return false;
  }

  private decodedBefore(bytes: Buffer, from: number, to: number): Set<string> {
    const keys = new Set<string>();
    for (let slot = from; slot < to; slot += 1) keys.add(this.decode(bytes, slot));
    return keys;
  }

  private decode(bytes: Buffer, slot: number): string {
    const text = bytes.toString('utf8', this.starts[slot], this.ends[slot]);
    if (!text.includes('\\')) return text;
    try {
      return JSON.parse(`"${text}"`) as string;
    } catch {
      // The text is invalid; JSON.parse will reject it.
      return text;
    }
  }
}
