import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Noto Sans, and Amiri for Arabic. */
export const FONT_FAMILY = 'Document';

export const FONT_WEIGHTS = [400, 600] as const;

interface Source {
  /** npm package under `@fontsource`. */
  readonly name: string;
  readonly subsets: readonly string[];
  readonly files: Readonly<Record<(typeof FONT_WEIGHTS)[number], number>>;
  readonly extra: string;
}

/** Amiri comes last: the later face applies to shared joiners, which would otherwise split Arabic words. */
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

/** Fonts are embedded as data URIs: about 700 kB, read once. A browser decodes a face on first use. */
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
