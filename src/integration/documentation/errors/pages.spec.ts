import { readdirSync } from 'node:fs';
import { ERROR_CODES } from '../../../common/errors';
import { FOLDER, readErrorText } from './pages';

it('every error code has a page, and every page an error code', () => {
  const pages = readdirSync(FOLDER).filter((name) => name !== 'README.md');
  expect(pages.sort()).toEqual(ERROR_CODES.map((code) => `${code}.md`).sort());
});

it.each(ERROR_CODES)('the page about %s has a title, the cause and what to do, in both languages', (code) => {
  const { en, ar } = readErrorText(code);
  const headings = (text: string): string[] =>
    [...text.matchAll(/^### (.+)\n\n\S/gm)].map(([, heading = '']) => heading);
  expect([en, ar].map(({ title }) => title.length > 5)).toEqual([true, true]);
  expect(headings(en.text)).toEqual(['Cause', 'What to do']);
  expect(headings(ar.text)).toEqual(['السبب', 'ما العمل']);
});
