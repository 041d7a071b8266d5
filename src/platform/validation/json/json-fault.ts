export interface JsonFault {
  /** From 1; CR, LF or CRLF ends a line. */
  readonly line: number;
  /** From 1, in characters. */
  readonly column: number;
  /** The character there, or its code point if it is not printable; undefined at the end of the text. */
  readonly found: string | undefined;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const SPACE = /[ \t\n\r]*/y;

/**
 * Finds the first fault of a text that `JSON.parse` has rejected. The messages of `JSON.parse` contain the position
 * only for some faults, and quote the text.
 * @returns undefined for valid JSON
 */
export function findJsonFault(text: string): JsonFault | undefined {
  const at = new Reader(text).fault();
  return at === undefined ? undefined : faultAt(text, at);
}

/** Reads the tokens of a text. Open objects and arrays are in a list, so deep nesting causes no recursion. */
class Reader {
  private at = 0;
  private readonly open: string[] = [];

  constructor(private readonly text: string) {}

  fault(): number | undefined {
    if (!this.value()) return this.at;
    while (this.open.length > 0) if (!this.next()) return this.at;
    this.space();
    return this.at === this.text.length ? undefined : this.at;
  }

  /** Reads the tokens after a value, or after the beginning of an object or array. */
  private next(): boolean {
    const end = this.open.at(-1);
    if (this.takes(end as string)) {
      this.open.pop();
      return true;
    }
    return this.takes(',') && (end === ']' ? this.value() : this.member());
  }

  private member(): boolean {
    this.space();
    return this.string() && this.takes(':') && this.value();
  }

  /** Reads a value; of an object or array only its first element. */
  private value(): boolean {
    for (;;) {
      if (this.takes('{')) {
        this.open.push('}');
        return this.takes('}') ? this.close() : this.member();
      }
      if (!this.takes('[')) return this.string() || this.matches(WORD) || this.matches(NUMBER);
      this.open.push(']');
      if (this.takes(']')) return this.close();
    }
  }

  private close(): boolean {
    this.open.pop();
    return true;
  }

  private string(): boolean {
    const { text } = this;
    if (text[this.at] !== '"') return false;
    for (this.at += 1; this.at < text.length;) {
      const character = text[this.at] as string;
      if (character === '"') {
        this.at += 1;
        return true;
      }
      if (character < ' ') return false;
      if (character !== '\\') this.at += 1;
      else if (!this.matches(ESCAPE)) return false;
    }
    return false;
  }

  private takes(character: string): boolean {
    this.space();
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  private space(): void {
    this.matches(SPACE);
  }

  private matches(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found) return false;
    this.at = pattern.lastIndex;
    return true;
  }
}

function faultAt(text: string, at: number): JsonFault {
  let line = 1;
  let column = 1;
  for (let index = 0; index < at; index += 1) {
    const character = text[index];
    if (character === '\n' || (character === '\r' && text[index + 1] !== '\n')) {
      line += 1;
      column = 1;
    } else if (!isLowSurrogate(text.charCodeAt(index))) column += 1;
  }
  return { line, column, found: shown(text.codePointAt(at)) };
}

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

function shown(code: number | undefined): string | undefined {
  if (code === undefined) return undefined;
  const character = String.fromCodePoint(code);
  return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character)
    ? `"${character}"`
    : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
