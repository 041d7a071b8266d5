import * as fc from 'fast-check';
import { isObject, type Json, type JsonObject } from '../../../tools/documents/openapi/schema';

/** Values that no field expects, and values just outside the allowed range. */
const HOSTILE: readonly Json[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e21,
  2 ** 53,
  2147483648,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e\u2066',
  'a\nb',
  '٣',
  "'; DROP TABLE vendors; --",
  '<script>alert(1)</script>',
  '=1+1',
  '0000-01-01',
  '2026-02-30',
  '9999-12-31T23:59:59.999+14:00',
  '1e400',
  'x'.repeat(6_000),
  [],
  [null],
  [[[]]],
  {},
  { toString: 1 },
  { constructor: {} },
  { then: 1 },
  { length: 1_000_000 },
];

/** Bytes that are not JSON, or JSON that is difficult to parse. */
const BROKEN: readonly (string | Uint8Array)[] = [
  '',
  ' ',
  '{',
  '{"a":',
  '{"a":1,}',
  '{"a":NaN}',
  '{"a":1e999999}',
  '{"a":-}',
  "{'a':1}",
  '{"a":"\\u12"}',
  '{"a":1}{"b":2}',
  '\ufeff{}',
  'null',
  '"text"',
  '17',
  '[]',
  '[{}]',
  '{"__proto__":{"a":1}}',
  '{"a":1,"a":2}',
  `${'{"a":'.repeat(400)}1${'}'.repeat(400)}`,
  `{"items":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
  `{${Array.from({ length: 3_000 }, (_, at) => `"k${String(at)}":1`).join(',')}}`,
  `{"items":[${Array.from({ length: 3_000 }, () => '{}').join(',')}]}`,
  Uint8Array.of(0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00),
  Uint8Array.of(0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d),
  Uint8Array.of(0x1f, 0x8b, 0x08, 0x00, 0x00),
];

const hostile = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.jsonValue({ maxDepth: 3 }).map((value) => value as Json),
);

/** A change at one place of a body. The numbers select the place in a body of any shape. */
type Change = {
  readonly at: readonly number[];
  readonly how: 'replace' | 'remove' | 'repeat' | 'add';
  readonly by: Json;
};

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.array(fc.nat(1_000), { minLength: 1, maxLength: 4 }),
  how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'repeat', 'add'),
  by: hostile,
});

/** Bodies derived from this example: up to three places changed, and sometimes bytes that are not JSON. */
export function bodiesLike(example: Json): fc.Arbitrary<string | Uint8Array> {
  const changed = fc.array(change, { maxLength: 3 }).map((changes) => JSON.stringify(changes.reduce(apply, example)));
  return fc.oneof({ weight: 8, arbitrary: changed }, { weight: 1, arbitrary: fc.constantFrom(...BROKEN) });
}

/** Values for a query parameter or a header. The caller encodes them. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...HOSTILE.filter((value): value is string => typeof value === 'string' && value.length < 100)),
  fc.constantFrom(
    '-1',
    '0',
    '1',
    '1.5',
    '1e3',
    '99999999999999999999',
    'true',
    'asc',
    'desc',
    'id',
    '2026-01-01',
    '[]',
  ),
  fc.string({ maxLength: 20, unit: 'grapheme' }),
);

function apply(body: Json, { at, how, by }: Change): Json {
  const [first = 0, ...rest] = at;
  if (Array.isArray(body)) return applyToList(body, first % Math.max(body.length, 1), { at: rest, how, by });
  return isObject(body) ? applyToObject(body, first, { at: rest, how, by }) : by;
}

function applyToObject(body: JsonObject, place: number, { at, how, by }: Change): Json {
  const name = Object.keys(body)[place % Math.max(Object.keys(body).length, 1)];
  if (name === undefined || how === 'add') return { ...body, no_such_field: by };
  const inner = body[name];
  if (at.length > 0 && typeof inner === 'object') return { ...body, [name]: apply(inner, { at, how, by }) };
  if (how !== 'remove') return { ...body, [name]: by };
  return Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
}

function applyToList(list: readonly Json[], place: number, { at, how, by }: Change): Json {
  if (how === 'add') return [...list, by];
  if (how === 'remove') return list.filter((_, index) => index !== place);
  if (how === 'repeat') return [...list, ...list];
  return list.map((entry, index) => (index === place ? (at.length > 0 ? apply(entry, { at, how, by }) : by) : entry));
}
