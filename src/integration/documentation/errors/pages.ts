import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES, type ErrorCode } from '../../../common/errors';
import type { Language } from '../../../messages';
import { GUIDE } from '../guide/pages';
import type { Section } from '../guide/search';

/** The folder of the pages about error codes, one file for each code. */
export const FOLDER = join(GUIDE, 'errors');

/** The page about a code, in one language. */
export interface ErrorText {
  readonly title: string;
  /** Markdown, from the title on. */
  readonly text: string;
}

/** The Markdown above the list of all codes. */
export const readListText = (): string => read('README');

/** The whole Markdown of the page about a code. */
export const readErrorPage = (code: ErrorCode): string => read(code);

/** The English title of every code. */
export const errorTitles = (): ReadonlyMap<ErrorCode, string> =>
  new Map(ERROR_CODES.map((code) => [code, readErrorText(code).en.title]));

/** The sections that the search of the guide finds: one for each code, in both languages. */
export const errorSections = (): readonly Section[] =>
  ERROR_CODES.map((code) => {
    const { en, ar } = readErrorText(code);
    const text = `${en.text} ${ar.text}`.replace(/^#+ /gm, '').replace(/`/g, '').replace(/\s+/g, ' ').trim();
    return { address: `../errors/${code}`, page: 'Error codes', heading: `${code}: ${en.title}`, text, samples: '' };
  });

/** The text about a code. Its file has one heading of the second level for each language. */
export function readErrorText(code: ErrorCode): Readonly<Record<Language, ErrorText>> {
  const [en, ar, ...others] = read(code)
    .split(/^(?=## )/m)
    .slice(1);
  if (en === undefined || ar === undefined || others.length > 0) {
    throw new Error(`docs/guide/errors/${code}.md needs a heading in English, then one in Arabic`);
  }
  return { en: textOf(en), ar: textOf(ar) };
}

const read = (name: string): string => readFileSync(join(FOLDER, `${name}.md`), 'utf8');

const textOf = (text: string): ErrorText => ({ title: /^## (.+)$/m.exec(text)?.[1] ?? '', text });
