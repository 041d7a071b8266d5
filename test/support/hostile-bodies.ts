import { MAX_BODY_BYTES } from '../../src/platform/http';
import { schemaOf } from './bad-input';
import { isObject, type Json, type JsonObject } from '../../tools/documents/openapi/schema';
import type { Documented, Operation } from './documented';

/** A body designed to keep a server busy. */
export interface HostileBody {
  /** The excessive part. */
  readonly what: string;
  /** JSON of the maximum size. Encoded once, because encoding two million characters costs more than parsing them. */
  readonly bytes: Buffer;
  /** The field that the error must report, if its maximum or its type rejects the body. */
  readonly field?: string;
}

/** Creates one hostile body on demand: it has two million characters. */
export type Hostile = () => HostileBody;

/** Each hostile kind, aimed at a list and at a text of this operation. If it has none, at an unknown field. */
export function hostileBodies(document: Documented, operation: Operation): readonly Hostile[] {
  const properties = propertiesOf(document, operation);
  const ofType = (type: string): string | undefined =>
    Object.entries(properties).find(([, schema]) => typeOf(schemaOf(document, schema)) === type)?.[0];
  const list = ofType('array');
  const text = ofType('string');
  const [inList, inText, inNumber] = [list ?? NOBODYS, text ?? NOBODYS, ofType('integer') ?? NOBODYS];
  return [
    ...KINDS.map(([what, field, opened, each, closed]) => () => {
      const name = { list: inList, text: inText, number: inNumber, none: NOBODYS }[field];
      return { what, bytes: filled(`{"${name}":${opened}`, each, `${closed}}`) };
    }),
    ...KEYS.map((body) => () => body),
    () => ({ what: 'one long key', bytes: filled('{"', () => 'k', '":0}') }),
    // Few enough elements for any body, and too many for any list.
    () => ({
      what: 'a long list and a long text',
      field: inList,
      bytes: filled(`{"${inList}":[${'{},'.repeat(9000)}{}],"${NOBODYS_TEXT}":"`, () => 'x', '"}'),
    }),
    () => ({
      what: 'a list of all sorts and a long text',
      field: inList,
      bytes: filled(`{"${inList}":[${'1,{"a":1},[],'.repeat(3000)}{}],"${NOBODYS_TEXT}":"`, () => 'x', '"}'),
    }),
  ];
}

/** Bodies with unknown keys, the same for every operation. */
const KEYS: readonly HostileBody[] = [
  { what: 'keys', bytes: filled('{"a":0', (index) => `,"k${String(index)}":0`, '}') },
  { what: 'keys that are lists', bytes: filled('{"a":0', (index) => `,"k${String(index)}":[]`, '}') },
];

const NOBODYS = 'no_such_field';
const NOBODYS_TEXT = 'no_such_text';

/** The excessive part, the targeted field, the start of its value, the repeated part, and the end. */
const KINDS: readonly (readonly [
  string,
  'list' | 'text' | 'number' | 'none',
  string,
  (index: number) => string,
  string,
])[] = [
  ['empty objects', 'list', '[{}', () => ',{}', ']'],
  ['numbers', 'list', '[0', () => ',0', ']'],
  ['lists of one', 'list', '[[0]', () => ',[0]', ']'],
  ['objects of ninety-nine keys', 'list', '[{}', () => `,${NINETY_NINE}`, ']'],
  ['lists in lists', 'list', '', () => '[', ''],
  ['objects in objects', 'none', '0', () => ',"a":{"a":0', ''],
  ['one long text', 'text', '"', () => 'x', '"'],
  ['line ends', 'text', '"a', () => '\\r\\n', 'a"'],
  ['escaped quotes', 'text', '"', () => '\\"', '"'],
  ['letters of two code units', 'text', '"', () => '😀', '"'],
  ['digits', 'number', '1', () => '1', ''],
];

const NINETY_NINE = `{${Array.from({ length: 99 }, (_, index) => `"${String(index)}":0`).join()}}`;

/** As many of `each` as fit, then white space up to the maximum size. */
function filled(before: string, each: (index: number) => string, after: string): Buffer {
  let left = MAX_BODY_BYTES - Buffer.byteLength(before) - Buffer.byteLength(after);
  const parts: string[] = [];
  const [first, second] = [each(0), each(1)];
  if (first === second) {
    const count = Math.floor(left / Buffer.byteLength(first));
    parts.push(first.repeat(count));
    left -= count * Buffer.byteLength(first);
  } else {
    for (let index = 0; left >= each(index).length; index += 1) {
      parts.push(each(index));
      left -= each(index).length;
    }
  }
  return Buffer.from(`${before}${parts.join('')}${after}${' '.repeat(left)}`);
}

function propertiesOf(document: Documented, operation: Operation): JsonObject {
  const media = operation.requestBody?.content['application/json'];
  const properties = media && schemaOf(document, media.schema as JsonObject)['properties'];
  return isObject(properties) ? properties : {};
}

const typeOf = (schema: JsonObject): Json | undefined =>
  Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
