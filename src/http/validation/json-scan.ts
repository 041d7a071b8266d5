import type { Message } from '../../common/errors';
import { MAX_ATTACHMENTS, MAX_BODY_DEPTH, MAX_KEYS_OF_OBJECT, MAX_LINES } from '../request/limits';

/**
 * Most keys for each line and attachment that a body may send. The widest line has nine fields; with the metadata of all lines, set
 * and removed, it has nineteen on average.
 */
const FIELDS_OF_A_LINE = 20;

/**
 * The most a body may hold: more than any valid request does, so that nothing valid is refused here. The largest are a document
 * of 1,000 lines and 50 attachments, which sets 5,000 keys of its lines' metadata and removes 5,000 others, and a workflow of 200
 * rules with 3,000 steps, users and amounts. A body with a few entries
 * too many passes here and is refused by the field's own maximum.
 */
export const BODY_LIMITS = {
  /** How deep objects and arrays may be nested. */
  depth: MAX_BODY_DEPTH,
  keysOfObject: MAX_KEYS_OF_OBJECT,
  keys: (MAX_LINES + MAX_ATTACHMENTS) * FIELDS_OF_A_LINE,
  elements: 10 * MAX_LINES,
  /** Values of keys, elements of lists, and the body itself. */
  nodes: 25 * MAX_LINES,
} as const;

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

// Shared by all scans, for a scan is over before the next begins: none of them allocates anything.
const isArray = new Uint8Array(BODY_LIMITS.depth + 1);
const keysAt = new Int32Array(BODY_LIMITS.depth + 1);

/**
 * Looks at the bytes of a JSON text once, from left to right, before `JSON.parse` makes objects of them: parsing 2 MiB
 * of braces takes a tenth of a second, looking at them a few milliseconds, and less where a limit is reached early.
 *
 * It only counts. Whether the text is JSON is for `JSON.parse` to say: as far as that would read, both agree on where a
 * string ends, and what stands behind the first error is never parsed.
 * @param bytes UTF-8
 * @returns what there is too much of, or nothing
 */
export function scanJson(bytes: Readonly<ArrayLike<number>>): Message | undefined {
  const { length } = bytes;
  // Colons outside every object are counted here; those of a text before this one do not count.
  keysAt[0] = 0;
  let depth = 0;
  let keys = 0;
  let elements = 0;
  let isFirst = false;
  for (let at = 0; at < length; at += 1) {
    const byte = bytes[at] as number;
    if (isSpace(byte)) continue;
    if (isFirst) {
      isFirst = false;
      if (byte !== CLOSE_ARRAY) elements += 1;
    }
    switch (byte) {
      case QUOTE:
        at = endOfString(bytes, at);
        break;
      case OPEN_OBJECT:
      case OPEN_ARRAY:
        depth += 1;
        if (depth > BODY_LIMITS.depth) return { key: 'error.body_depth', params: { max: BODY_LIMITS.depth } };
        isFirst = byte === OPEN_ARRAY;
        isArray[depth] = isFirst ? 1 : 0;
        keysAt[depth] = 0;
        break;
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        depth -= 1;
        // The value is complete; anything behind it is an error that JSON.parse finds without reading on.
        if (depth <= 0) return undefined;
        break;
      case COMMA:
        if (isArray[depth] === 1) elements += 1;
        break;
      case COLON:
        keys += 1;
        keysAt[depth] = (keysAt[depth] as number) + 1;
        if ((keysAt[depth] as number) > BODY_LIMITS.keysOfObject) {
          return { key: 'error.body_keys_of_object', params: { max: BODY_LIMITS.keysOfObject } };
        }
        break;
      default:
        continue;
    }
    const tooMuch = inAll(keys, elements);
    if (tooMuch) return tooMuch;
  }
  return undefined;
}

const isSpace = (byte: number): boolean =>
  byte === SPACE || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === TAB;

function inAll(keys: number, elements: number): Message | undefined {
  const { keys: maxKeys, elements: maxElements, nodes: maxNodes } = BODY_LIMITS;
  if (keys > maxKeys) return { key: 'error.body_keys', params: { max: maxKeys } };
  if (elements > maxElements) return { key: 'error.body_elements', params: { max: maxElements } };
  return 1 + keys + elements > maxNodes ? { key: 'error.body_nodes', params: { max: maxNodes } } : undefined;
}

/** Where the string that begins at `start` has its closing quote; the end of the text where it has none. */
function endOfString(bytes: Readonly<ArrayLike<number>>, start: number): number {
  let at = start + 1;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at += 1;
  }
  return at;
}
