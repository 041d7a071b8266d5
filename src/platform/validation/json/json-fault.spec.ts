import { findJsonFault } from './json-fault';

describe('the first fault of invalid JSON', () => {
  it.each<[string, number, number, string | undefined]>([
    ['', 1, 1, undefined],
    ['  ', 1, 3, undefined],
    ['{"a":', 1, 6, undefined],
    ['{"a": 1', 1, 8, undefined],
    ['{"a": "x', 1, 9, undefined],
    ['{"a": [1, 2', 1, 12, undefined],
    ['{"a": NaN}', 1, 7, '"N"'],
    ['{"a": 01}', 1, 8, '"1"'],
    ['{"a": 1.}', 1, 8, '"."'],
    ['{"a": -}', 1, 7, '"-"'],
    ['{"a": trueish}', 1, 11, '"i"'],
    ['{"a": 1,}', 1, 9, '"}"'],
    ['{"a": [1,]}', 1, 10, '"]"'],
    ['{"a": 1} x', 1, 10, '"x"'],
    ['{"a": 1}}', 1, 9, '"}"'],
    ["{'a': 1}", 1, 2, `"'"`],
    ['{a: 1}', 1, 2, '"a"'],
    ['{"a" 1}', 1, 6, '"1"'],
    ['{"a": 1 "b": 2}', 1, 9, '"""'],
    ['[1}', 1, 3, '"}"'],
    ['{\n  "a": 1,\n  b\n}', 3, 3, '"b"'],
    ['{\r\n  "a": 1,\r\n  b\r\n}', 3, 3, '"b"'],
    ['{\r"a": 1,\rb}', 3, 1, '"b"'],
    ['{"اسم": "قيمة" x}', 1, 16, '"x"'],
    ['{"a": "😀😀" x}', 1, 12, '"x"'],
    ['{"a": "one\ntwo"}', 1, 11, 'U+000A'],
    ['{"a": "\\x"}', 1, 8, '"\\"'],
    ['{"a": "\\u12"}', 1, 8, '"\\"'],
    ['{"a": \u00a01}', 1, 7, 'U+00A0'],
    ['{"a": 1}\u0000', 1, 9, 'U+0000'],
    ['<html>', 1, 1, '"<"'],
  ])('of %j is at line %i, column %i', (text, line, column, found) => {
    expect(findJsonFault(text)).toEqual({ line, column, found });
    expect(() => JSON.parse(text) as unknown).toThrow();
  });

  it.each(['{}', ' [ ] ', '{"a": [{}, [], -0.5e+3, "\\u00e9\\n", true, false, null]}', '"x"', '12', 'null'])(
    'is undefined for %j',
    (text) => {
      expect(findJsonFault(text)).toBeUndefined();
    },
  );

  it('is found exactly when JSON.parse rejects the text, after a change of one character', () => {
    const text = '{"id": 12.5e3, "names": ["a\\n", {"deep": [true, null]}],\n"last": -1}';
    for (let at = 0; at < text.length; at += 1) {
      for (const put of ['', 'x', '"', ',', '}', ' ']) {
        const changed = text.slice(0, at) + put + text.slice(at + 1);
        let refused = false;
        try {
          JSON.parse(changed);
        } catch {
          refused = true;
        }
        expect([changed, findJsonFault(changed) !== undefined]).toEqual([changed, refused]);
      }
    }
  });
});
