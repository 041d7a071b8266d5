import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fontFaces } from './fonts';

const dockerfile = readFileSync(join(__dirname, '../../../Dockerfile'), 'utf8');
const files = [...dockerfile.matchAll(/--path-include=(\S+?)'/g)].map(([, path]) => path);

const ranges = [...fontFaces().matchAll(/unicode-range:([^;]+);/g)].flatMap(([, list = '']) =>
  list.split(',').map((range) =>
    range
      .replace('U+', '')
      .split('-')
      .map((end) => Number.parseInt(end, 16)),
  ),
);
const isEmbedded = (character: string): boolean => {
  const codePoint = character.codePointAt(0) ?? 0;
  return ranges.some(([from = 0, to = from]) => from <= codePoint && codePoint <= to);
};

describe('the fonts of documents', () => {
  it.each([
    ['Latin', 'a'],
    ['Arabic', 'ا'],
    ['Greek', 'α'],
    ['Cyrillic', 'я'],
    ['Devanagari', 'क'],
  ])('include %s', (_, character) => expect(isEmbedded(character)).toBe(true));

  it.each([
    ['Chinese', '中', 'fonts-noto-cjk', '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'],
    ['Japanese', 'あ', 'fonts-noto-cjk', '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'],
    ['Korean', '한', 'fonts-noto-cjk', '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'],
    ['Thai', 'ก', 'fonts-noto-core', '/usr/share/fonts/truetype/noto/NotoSansThai-Regular.ttf'],
    ['Bengali', 'ক', 'fonts-noto-core', '/usr/share/fonts/truetype/noto/NotoSansBengali-Regular.ttf'],
  ])('are part of the image for %s, in one weight', (_, character, debianPackage, file) => {
    expect(isEmbedded(character)).toBe(false);
    expect(dockerfile).toMatch(new RegExp(` ${debianPackage} `));
    expect(files).toContain(file);
  });

  it('omit other files of those packages from the image', () => {
    expect(dockerfile).toContain("--path-exclude=/usr/share/fonts/*/noto/*'");
    expect(new Set(files).size).toBe(3);
  });
});
