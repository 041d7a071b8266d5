import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The font family of documents: Noto Sans, and Amiri for Arabic. */
export const FONT_FAMILY = 'Document';

/** The available weights: text and emphasis. */
export const FONT_WEIGHTS = [400, 600] as const;

interface Source {
  /** npm package under `@fontsource`. */
  readonly name: string;
  /** Parts of the font, by script. */
  readonly subsets: readonly string[];
  /** Weight of the font file for each weight of the document. */
  readonly files: Readonly<Record<(typeof FONT_WEIGHTS)[number], number>>;
  readonly extra: string;
}

/**
 * Amiri comes last: where ranges overlap (the joiners U+200C to U+200E) the later face applies, and a joiner from
 * another font would split an Arabic word. Its letters are small, hence the size adjustment.
 */
const SOURCES: readonly Source[] = [
  {
    name: 'noto-sans',
    subsets: ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext', 'devanagari'],
    files: { 400: 400, 600: 600 },
    extra: '',
  },
  { name: 'amiri', subsets: ['arabic'], files: { 400: 400, 600: 700 }, extra: 'size-adjust:118%;' },
];

let rules: string | undefined;

/**
 * `@font-face` rules with embedded fonts as data URIs: about 700 kB, read once. A browser decodes a face on first use.
 */
export function fontFaces(): string {
  rules ??= SOURCES.flatMap(facesOf).join('\n');
  return rules;
}

function facesOf({ name, subsets, files, extra }: Source): string[] {
  const folder = dirname(require.resolve(`@fontsource/${name}/package.json`));
  const ranges = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>;
  return subsets.flatMap((subset) => {
    const range = ranges[subset];
    if (range === undefined) throw new Error(`@fontsource/${name} has no subset ${subset}`);
    return FONT_WEIGHTS.map((weight) => {
      const bytes = readFileSync(join(folder, 'files', `${name}-${subset}-${files[weight]}-normal.woff2`));
      const source = `url(data:font/woff2;base64,${bytes.toString('base64')}) format("woff2")`;
      return `@font-face{font-family:${FONT_FAMILY};font-weight:${weight};${extra}unicode-range:${range};src:${source}}`;
    });
  });
}
