import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { numberKey, textKey } from './keys';

/** Expected results for both the TypeScript and the SQL functions: pairs of a text and its key. */
const VECTORS = JSON.parse(readFileSync(join(__dirname, 'keys.vectors.json'), 'utf8')) as Readonly<
  Record<'textKey' | 'numberKey', readonly (readonly [text: string, key: string])[]>
>;

describe('the key of a text', () => {
  it.each(VECTORS.textKey)('%j has the key %j', (text, key) => expect(textKey(text)).toBe(key));

  it('equals its own key', () => {
    for (const [, key] of VECTORS.textKey) expect(textKey(key)).toBe(key);
  });

  it('folds each letter independently of its position', () => {
    for (let point = 0x20; point < 0x1_f000; point += point === 0xd7ff ? 0x801 : 1) {
      const letter = String.fromCodePoint(point);
      // Some letters become several letters, or a mark on a space.
      if (!/^\p{L}$/u.test(letter) || textKey(`a${letter}`).includes(' ')) continue;
      if (textKey(`aΣ${letter}Σ`) !== `aσ${textKey(letter)}σ`)
        throw new Error(`${JSON.stringify(letter)} is another letter inside a word`);
    }
  });

  it('is folded completely, for texts of any length', () => {
    const lowered = jest.spyOn(String.prototype, 'toLowerCase');
    textKey('Structural steel beam '.repeat(20));
    expect(lowered).toHaveBeenCalledTimes(1);
    jest.restoreAllMocks();
  });
});

describe('the identity key of a number', () => {
  it.each(VECTORS.numberKey)('%j has the key %j', (number, key) => expect(numberKey(number)).toBe(key));

  it('equals its own key', () => {
    for (const [, key] of VECTORS.numberKey) expect(numberKey(key)).toBe(key);
  });
});
