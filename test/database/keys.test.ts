import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { numberKey, textKey } from '../../src/common/records/keys';
import { type Service, startApp } from '../support/app';
import { asOwner } from '../support/purchase-orders';

const FILE = join(__dirname, '../../src/common/records/keys.vectors.json');
const VECTORS = JSON.parse(readFileSync(FILE, 'utf8')) as Readonly<Record<string, readonly [string, string][]>>;

/** Unicode blocks old enough for every server: scripts, marks, digits, spaces, compatibility forms. */
const BLOCKS = [
  [0x09, 0x24f],
  [0x41, 0x5a],
  [0x300, 0x36f],
  [0x370, 0x3ff],
  [0x400, 0x4ff],
  [0x590, 0x5ff],
  [0x600, 0x6ff],
  [0x610, 0x65f],
  [0x660, 0x66d],
  [0x750, 0x77f],
  [0x900, 0x9ff],
  [0xe00, 0xe7f],
  [0x10a0, 0x10ff],
  [0x1100, 0x11ff],
  [0x1c80, 0x1c88],
  [0x1c90, 0x1cba],
  [0x1e00, 0x1fff],
  [0x2000, 0x206f],
  [0x2100, 0x214f],
  [0x3040, 0x30ff],
  [0xac00, 0xad00],
  [0xfb00, 0xfdff],
  [0xfe70, 0xffef],
  [0x1d400, 0x1d7ff],
] as const;

/** The same texts in every run, from a linear congruential generator. */
function* mixedTexts(count: number): Generator<string> {
  let state = 20_260_301;
  const below = (limit: number): number => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fff_ffff;
    return Math.floor((state / 0x8000_0000) * limit);
  };
  for (let made = 0; made < count; made += 1) {
    const points = Array.from({ length: 1 + below(12) }, () => {
      const [first, last] = BLOCKS[below(BLOCKS.length)] ?? BLOCKS[0];
      return first + below(last - first + 1);
    });
    yield String.fromCodePoint(...points);
  }
}

describe('The keys of texts and numbers in SQL', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ books: false });
  });
  afterAll(() => service.stop());

  const inSql = async (name: string, texts: readonly string[]): Promise<string[]> => {
    const rows = await asOwner<{ key: string }>(
      service,
      `SELECT ${name}(text) AS key FROM unnest($1::text[]) WITH ORDINALITY t (text, place) ORDER BY place`,
      [texts],
    );
    return rows.map(({ key }) => key);
  };

  it.each([
    ['text_key', 'textKey'],
    ['document_number_key', 'numberKey'],
  ] as const)('%s returns the values of the vectors %s', async (name, vectors) => {
    const texts = VECTORS[vectors] ?? [];
    const keys = await inSql(
      name,
      texts.map(([text]) => text),
    );
    expect(texts.map(([text], index) => [text, keys[index]])).toEqual(texts);
  });

  it.each([
    ['text_key', textKey],
    ['document_number_key', numberKey],
  ])('%s returns the same keys as TypeScript for mixed texts of all scripts', async (name, inTypeScript) => {
    const texts = [...mixedTexts(30_000)];
    const keys = await inSql(name, texts);
    const different = texts.filter((text, index) => inTypeScript(text) !== keys[index]);
    expect(different).toEqual([]);
  });
});
