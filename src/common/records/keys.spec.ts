import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { numberKey, textKey } from './keys';

/** What both the TypeScript and the SQL of the keys give: a text and its key each. */
const VECTORS = JSON.parse(readFileSync(join(__dirname, 'keys.vectors.json'), 'utf8')) as Readonly<
  Record<'textKey' | 'numberKey', readonly (readonly [text: string, key: string])[]>
>;

describe('the key of a text', () => {
  it.each(VECTORS.textKey)('%j has the key %j', (text, key) => expect(textKey(text)).toBe(key));

  it('is its own key', () => {
    for (const [, key] of VECTORS.textKey) expect(textKey(key)).toBe(key);
  });

  it('has each letter folded as if it stood alone', () => {
    for (let point = 0x20; point < 0x1_f000; point += point === 0xd7ff ? 0x801 : 1) {
      const letter = String.fromCodePoint(point);
      // A few letters stand for words or for a mark on a space.
      if (!/^\p{L}$/u.test(letter) || textKey(`a${letter}`).includes(' ')) continue;
      if (textKey(`aΣ${letter}Σ`) !== `aσ${textKey(letter)}σ`)
        throw new Error(`${JSON.stringify(letter)} is another letter inside a word`);
    }
  });

  it('is folded as a whole, however long it is', () => {
    const lowered = jest.spyOn(String.prototype, 'toLowerCase');
    textKey('Structural steel beam '.repeat(20));
    expect(lowered).toHaveBeenCalledTimes(1);
    jest.restoreAllMocks();
  });
});

describe('the identity key of a number', () => {
  it.each(VECTORS.numberKey)('%j has the key %j', (number, key) => expect(numberKey(number)).toBe(key));

  it('is its own key', () => {
    for (const [, key] of VECTORS.numberKey) expect(numberKey(key)).toBe(key);
  });
});
