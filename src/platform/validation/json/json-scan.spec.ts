import { BODY_LIMITS, scanJson } from './json-scan';

/** Two keys with the same 32-bit FNV-1a hash. */
const COLLIDING = ['costarring', 'liquid'] as const;

const scan = (text: string): string | undefined => scanJson(Buffer.from(text))?.key;
const times = (count: number, what: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => what(i)).join();
const objectOf = (keys: number): string => `{${times(keys, (index) => `"k${String(index)}":0`)}}`;
const nested = (depth: number): string => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

describe('the scan of a body', () => {
  it.each([
    ['an empty object', '{}'],
    ['an order of 1,000 lines with 50 attachments', orderOf(1000)],
    ['the widest document: 1,000 lines that set and remove all metadata that lines may have', widest()],
    ['an order with a line too many, which its field refuses', orderOf(1001)],
    ['the deepest nesting', nested(BODY_LIMITS.depth)],
    ['the widest object', objectOf(BODY_LIMITS.keysOfObject)],
    ['objects as wide beside each other', `[${times(3, () => objectOf(BODY_LIMITS.keysOfObject))}]`],
    ['the longest list', `[${times(BODY_LIMITS.elements, () => '0')}]`],
    ['brackets, colons and commas in strings', `{"a":"${'[{:,'.repeat(100_000)}"}`],
    ['escaped quotes before brackets', `{"a":"${'\\"[{'.repeat(100_000)}\\\\"}`],
    ['nothing', ''],
  ])('accepts %s', (_what, text) => expect(scan(text)).toBeUndefined());

  it.each([
    ['a level more', nested(BODY_LIMITS.depth + 1), 'error.body_depth'],
    ['objects in objects', '{"a":'.repeat(3000), 'error.body_depth'],
    ['a key more', objectOf(BODY_LIMITS.keysOfObject + 1), 'error.body_keys_of_object'],
    [
      'one key too many in an object, after an inner object',
      `{"x":${objectOf(9)},${objectOf(100).slice(1)}`,
      'error.body_keys_of_object',
    ],
    ['keys, spread over objects', `{"a":[${times(220, () => objectOf(99))}]}`, 'error.body_keys'],
    ['an element more', `[${times(BODY_LIMITS.elements + 1, () => '0')}]`, 'error.body_elements'],
    ['lists of one', `[${times(BODY_LIMITS.elements, () => '[0]')}]`, 'error.body_elements'],
    ['keys and elements', `[${times(9_000, () => '{"a":0,"b":0}')}]`, 'error.body_nodes'],
    [
      'elements after a string that ends in backslashes',
      `{"a":"\\\\","b":[${times(20_000, () => '{}')}]}`,
      'error.body_elements',
    ],
  ])('rejects %s', (_what, text, key) => expect(scan(text)).toBe(key));

  it.each([
    ['a key twice', '{"a":1,"b":2,"a":3}', 'a'],
    ['a key twice in a line', '{"items":[{"q":1},{"q":1,"q":2}]}', 'items.1.q'],
    ['a key twice behind inner objects', '{"a":{"b":[[],{"c":{}}]},"a":{}}', 'a'],
    ['a key twice, of which one has an escape', '{"quantity":1,"quantit\\u0079":2}', 'quantity'],
    ['a key twice, of which the first has an escape', '{"quantit\\u0079":1,"x":0,"quantity":2}', 'quantity'],
    ['a key twice with other escapes each', '{"\\/":1,"\\u002f":2}', '/'],
    ['a key of other letters', '{"metadata":{"مورد":"1","\\u0645ورد":"2"}}', 'metadata.مورد'],
    ['an empty key twice', '{"":1,"":2}', ''],
    ['__proto__ twice', '{"__proto__":{},"__proto__":{}}', '__proto__'],
    ['the last of the most keys', `{${times(BODY_LIMITS.keysOfObject - 1, (i) => `"k${i}":0`)},"k0":1}`, 'k0'],
    ['a key twice with a value that holds it', '{"a":"\\"a\\":{","a" \n: 1}', 'a'],
    ['a long key twice', `{"${'k'.repeat(1000)}":1,"${'k'.repeat(1000)}":2}`, `${'k'.repeat(255)}…`],
  ])('rejects %s with its path', (_what, text, key) =>
    expect(scanJson(Buffer.from(text))).toEqual({ key: 'error.duplicate_key', params: { key } }),
  );

  it.each([
    ['one key in objects beside each other', '[{"a":1},{"a":1},{"b":{"a":1},"a":{"b":1}}]'],
    ['a value as the key before it', '{"a":"a","b":["a","a"],"c":{"d":"a"}}'],
    ['keys that differ in their case', '{"a":1,"A":2}'],
    ['keys that differ in a normal form', '{"\u00e9":1,"e\u0301":2}'],
    ['keys with an escape that differ', '{"a\\u0062":1,"ac":2,"a":3,"\\"a":4}'],
    ['keys with equal hashes', `{"${COLLIDING[0]}":1,"${COLLIDING[1]}":2}`],
    ['inner keys after an object with an escape', '{"x":{"\\u0061":1},"y":{"a":1},"a":2}'],
  ])('accepts %s', (_what, text) => expect(scan(text)).toBeUndefined());

  it('finds a duplicate key after keys with equal hashes', () => {
    const [one, other] = COLLIDING;
    expect(scan(`{"${one}":1,"${other}":2,"${one}":3}`)).toBe('error.duplicate_key');
  });

  it('agrees with JSON.parse on the number of keys of all short objects', () => {
    const keys = ['a', 'b', '\\u0061', '\\u0062', 'ab', 'a\\u0062'];
    for (const one of keys) {
      for (const other of keys) {
        for (const third of keys) {
          const text = `{"${one}":1,"${other}":{"${one}":1},"${third}":3}`;
          const isTwice = Object.keys(JSON.parse(text) as object).length < 3;
          expect([text, scan(text)]).toEqual([text, isTwice ? 'error.duplicate_key' : undefined]);
        }
      }
    }
  });

  it.each([
    ['a string that never ends', `{"a":"${'x'.repeat(1000)}`],
    ['a backslash at the end', '{"a":"\\'],
    ['more closed than was opened', ']'.repeat(1000)],
    ['text after the end', `{}${'['.repeat(1000)}`],
    ['no JSON at all', 'a=1&b=2'],
    ['keys outside of an object', '"a":1,"a":2'],
    ['keys in an array', '["a":1,"a":2]'],
    ['a bad escape in a key', '{"a":1,"\\x":2}'],
  ])('leaves %s to JSON.parse', (_what, text) => {
    expect(scan(text)).toBeUndefined();
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  });

  it('resets its counters for each text', () => {
    const keys = objectOf(BODY_LIMITS.keysOfObject).slice(0, -1);
    expect([scan(keys), scan(keys), scan('{"k0":1}')]).toEqual([undefined, undefined, undefined]);
  });

  it('counts like JSON.parse for any content of the strings', () => {
    for (const text of ['"', '\\', '\\"', '\u2222\u7b7b', '[', '\\u0022', '\n']) {
      const body = { a: [text, { [text]: text }], b: text };
      expect(scan(JSON.stringify({ ...body, c: Array(BODY_LIMITS.elements - 2).fill(0) }))).toBeUndefined();
      expect(scan(JSON.stringify({ ...body, c: Array(BODY_LIMITS.elements - 1).fill(0) }))).toBe('error.body_elements');
    }
  });

  it.each([
    ['a string', `{"a":"${'x'.repeat(50_000)}"}`],
    ['escapes', `{"a":"${'\\"'.repeat(25_000)}"}`],
    ['lines', orderOf(700)],
    ['white space', `{${' '.repeat(50_000)}}`],
    ['garbage', '}x'.repeat(25_000)],
    ['deep nesting', '['.repeat(50_000)],
    ['keys', `[${times(200, () => objectOf(100))}]`],
    ['100,000 keys in one object', objectOf(100_000)],
  ])('reads no byte of %s more than twice', (_what, text) => {
    let looks = 0;
    const bytes = Buffer.from(text);
    const watched = new Proxy(bytes, {
      get: (target, property) => {
        if (typeof property === 'string' && /^\d+$/.test(property)) looks += 1;
        return Reflect.get(target, property, target) as unknown;
      },
    });
    scanJson(watched);
    expect(looks).toBeGreaterThan(0);
    expect(looks).toBeLessThanOrEqual(2 * bytes.length);
  });
});

function orderOf(lines: number): string {
  const line = {
    description: 'A4 paper',
    quantity: 1,
    unit_price: 1,
    unit: 'box',
    vat_rate: 15,
    project_id: 1,
    expense_type: 'OPEX',
  };
  const attachment = { name: 'quote.pdf', url: 'https://files.example.com/quote.pdf' };
  return JSON.stringify({
    vendor_id: 1,
    items: Array(lines).fill(line),
    attachments: Array(50).fill(attachment),
    notes: '',
  });
}

/**
 * An invoice with every field, 1,000 lines with every field, and in all lines together 5,000 set and 5,000 removed
 * metadata keys.
 */
function widest(): string {
  const keysOf = (prefix: string, count: number, value: string | null): object =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, value]));
  const own = { id: 1, po_line_id: 1, description: 'Item', quantity: 1, unit: 'box', unit_price: 0.2, vat_rate: 15 };
  const line = { ...own, external_id: 'L-1', metadata: { ...keysOf('s', 5, 'x'), ...keysOf('r', 5, null) } };
  const attachment = { name: 'quote.pdf', url: 'https://files.example.com/quote.pdf' };
  return JSON.stringify({
    ...keysOf('field', 21, ''),
    metadata: { ...keysOf('s', 50, 'x'), ...keysOf('r', 50, null) },
    lines: Array(1000).fill(line),
    attachments: Array(50).fill(attachment),
  });
}
