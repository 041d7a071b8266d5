import type { Message } from '../../../common/errors';
import { MAX_ATTACHMENTS, MAX_BODY_DEPTH, MAX_FIELD_PATH, MAX_KEYS_OF_OBJECT, MAX_LINES } from '../limits';
import { JsonKeys } from './json-keys';

/**
 * The maximum average number of keys per line and attachment. The widest line has nine fields; with the metadata of all
 * lines, set and removed, the average is nineteen.
 */
const FIELDS_OF_A_LINE = 20;

/**
 * Limits of a body, above every valid request. The largest are a document of 1,000 lines and 50 attachments that sets
 * 5,000 metadata keys of its lines and removes 5,000 others, and a workflow of 200 rules with 3,000 steps, users and
 * amounts. A body with slightly too many entries passes here, and the limit of the field rejects it.
 */
export const BODY_LIMITS = {
  /** The maximum nesting depth of objects and arrays. */
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

// Shared by all scans, which never overlap, so a scan allocates nothing.
const isArray = new Uint8Array(BODY_LIMITS.depth + 1);
/** By depth: the index of the current element of an array. */
const indexes = new Int32Array(BODY_LIMITS.depth + 1);
const names = new JsonKeys();

/**
 * Scans the bytes of a JSON text once before `JSON.parse`, because parsing 2 MiB of braces takes 0.1 s and scanning a
 * few milliseconds. It counts values and compares the keys of each object. Only `JSON.parse` decides whether the text
 * is valid; up to its first error both agree on the ends of strings.
 * @param bytes UTF-8
 * @returns the exceeded limit or the duplicate key; undefined if there is neither
 */
export function scanJson(bytes: Buffer): Message | undefined {
  const { length } = bytes;
  let depth = 0;
  let keys = 0;
  let elements = 0;
  let isFirst = false;
  let expectsKey = false;
  let hasKey = false;
  names.begin();
  for (let at = 0; at < length; at += 1) {
    const byte = bytes[at] as number;
    if (isSpace(byte)) continue;
    if (isFirst) {
      isFirst = false;
      if (byte !== CLOSE_ARRAY) elements += 1;
    }
    switch (byte) {
      case QUOTE:
        hasKey = expectsKey;
        expectsKey = false;
        at = hasKey ? names.read(bytes, at) : endOfString(bytes, at);
        break;
      case OPEN_OBJECT:
      case OPEN_ARRAY:
        depth += 1;
        if (depth > BODY_LIMITS.depth) return { key: 'error.body_depth', params: { max: BODY_LIMITS.depth } };
        isFirst = byte === OPEN_ARRAY;
        expectsKey = !isFirst;
        isArray[depth] = isFirst ? 1 : 0;
        indexes[depth] = 0;
        names.open(depth);
        break;
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        depth -= 1;
        expectsKey = false;
        // The value is complete. Any later text is an error for JSON.parse.
        if (depth <= 0) return undefined;
        break;
      case COMMA:
        expectsKey = depth > 0 && isArray[depth] === 0;
        if (isArray[depth] === 0) break;
        elements += 1;
        indexes[depth] = (indexes[depth] as number) + 1;
        break;
      case COLON: {
        // A colon without a key: JSON.parse stops here.
        if (!hasKey) return undefined;
        hasKey = false;
        keys += 1;
        const fault = faultOfKey(bytes, depth);
        if (fault) return fault;
        break;
      }
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

/** The fault of the last read key, which belongs to the object at this depth. */
function faultOfKey(bytes: Buffer, depth: number): Message | undefined {
  if (names.isFull(depth)) return { key: 'error.body_keys_of_object', params: { max: BODY_LIMITS.keysOfObject } };
  return names.repeats(bytes, depth)
    ? { key: 'error.duplicate_key', params: { key: pathTo(bytes, depth) } }
    : undefined;
}

/** The path of the last read key (`items.0.quantity`), at most {@link MAX_FIELD_PATH} characters long. */
function pathTo(bytes: Buffer, depth: number): string {
  const parts: string[] = [];
  for (let at = 1; at <= depth; at += 1) {
    parts.push(isArray[at] === 1 ? String(indexes[at]) : names.newest(bytes, at));
  }
  const path = parts.join('.');
  return path.length > MAX_FIELD_PATH ? `${path.slice(0, MAX_FIELD_PATH)}…` : path;
}

/** The index of the closing quote of the string at `start`; the end of the text if there is none. */
function endOfString(bytes: Buffer, start: number): number {
  let at = start + 1;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at += 1;
  }
  return at;
}
