import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES, type ErrorCode } from '../../../common/errors';
import type { Language } from '../../../messages';
import type { NamedEnum } from '../../../platform/http';
import { GUIDE } from '../guide/pages';

/** Where the pages about error codes are written, one file for each code. */
export const FOLDER = join(GUIDE, 'errors');

/** What the page about a code says in one language. */
export interface ErrorText {
  /** The code in a few words. */
  readonly title: string;
  /** Markdown, from the title on. */
  readonly text: string;
}

/** The Markdown above the list of all codes. */
export const readListText = (): string => read('README');

/** The text about a code: its file has a heading of the second level for each language. */
export function readErrorText(code: ErrorCode): Readonly<Record<Language, ErrorText>> {
  const [en, ar, ...others] = read(code)
    .split(/^(?=## )/m)
    .slice(1);
  if (en === undefined || ar === undefined || others.length > 0) {
    throw new Error(`docs/guide/errors/${code}.md needs a heading in English, then one in Arabic`);
  }
  return { en: textOf(en), ar: textOf(ar) };
}

/** Every code that an error member names, with its title; the two of the Auth shape have none. */
export function errorCodeEnum(): NamedEnum {
  const codes = ERROR_CODES.filter((code) => code !== 'UNAUTHENTICATED' && code !== 'FORBIDDEN_ABILITY');
  return {
    name: 'ErrorCode',
    description: 'Why a request was refused. Each has a page: `/docs/errors/{code}`.',
    values: Object.fromEntries(codes.map((code) => [code, `${readErrorText(code).en.title}.`])),
  };
}

const read = (name: string): string => readFileSync(join(FOLDER, `${name}.md`), 'utf8');

const textOf = (text: string): ErrorText => ({ title: /^## (.+)$/m.exec(text)?.[1] ?? '', text });
