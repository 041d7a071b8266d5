import { BODY_LIMITS, scanJson } from './json-scan';

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
  ])('lets %s through', (_what, text) => expect(scan(text)).toBeUndefined());

  it.each([
    ['a level more', nested(BODY_LIMITS.depth + 1), 'error.body_depth'],
    ['objects in objects', '{"a":'.repeat(3000), 'error.body_depth'],
    ['a key more', objectOf(BODY_LIMITS.keysOfObject + 1), 'error.body_keys_of_object'],
    [
      'a key more than an object may have, behind an inner one',
      `{"x":${objectOf(9)},${objectOf(100).slice(1)}`,
      'error.body_keys_of_object',
    ],
    ['keys, spread over objects', `{"a":[${times(220, () => objectOf(99))}]}`, 'error.body_keys'],
    ['an element more', `[${times(BODY_LIMITS.elements + 1, () => '0')}]`, 'error.body_elements'],
    ['lists of one', `[${times(BODY_LIMITS.elements, () => '[0]')}]`, 'error.body_elements'],
    ['keys and elements', `[${times(9_000, () => '{"a":0,"b":0}')}]`, 'error.body_nodes'],
    [
      'elements behind a string that ends in backslashes',
      `{"a":"\\\\","b":[${times(20_000, () => '{}')}]}`,
      'error.body_elements',
    ],
  ])('refuses %s', (_what, text, key) => expect(scan(text)).toBe(key));

  it.each([
    ['a string that never ends', `{"a":"${'x'.repeat(1000)}`],
    ['a backslash at the end', '{"a":"\\'],
    ['more closed than was opened', ']'.repeat(1000)],
    ['what stands behind the end', `{}${'['.repeat(1000)}`],
    ['no JSON at all', 'a=1&b=2'],
  ])('leaves %s to JSON.parse', (_what, text) => {
    expect(scan(text)).toBeUndefined();
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  });

  it('starts its counts anew for each text', () => {
    const keys = '"a":1,'.repeat(BODY_LIMITS.keysOfObject);
    expect([scan(keys), scan(keys)]).toEqual([undefined, undefined]);
  });

  it('counts as JSON.parse would have made it, whatever is in the strings', () => {
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
  ])('looks at no byte of %s more than twice', (_what, text) => {
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

/** An invoice with each field, 1,000 lines of each field, and of all lines 5,000 keys that are set and 5,000 that are removed. */
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
