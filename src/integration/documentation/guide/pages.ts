import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the pages, in the checkout and in the image. */
export const GUIDE = join(__dirname, '../../../../docs/guide');

/** A page of the guide in Markdown. */
export interface Page {
  /** The last part of its address: `orders` of `/docs/guide/orders`; empty for the first page. */
  readonly name: string;
  readonly title: string;
  /** The line about the page in the list of the first page; empty for the first page itself. */
  readonly summary: string;
  /** Markdown. */
  readonly text: string;
}

/** A page in the list of the first page: `- [Title](name.md): summary`. */
const ENTRY = /^- \[[^\]]+\]\(([\w-]+)\.md\)(?:: (.+))?$/gm;

/** All pages, in the order of the list in `README.md`, the first page. */
export function readPages(): readonly Page[] {
  const first = read('README.md');
  const others = [...first.matchAll(ENTRY)].map(([, name = '', summary = '']) =>
    pageOf(name, read(`${name}.md`), summary),
  );
  return [pageOf('', first, ''), ...others];
}

/** The file names of all pictures. */
export const pictureNames = (): readonly string[] => readdirSync(join(GUIDE, 'pictures'));

/** A picture as a file of its own. Undefined if it does not exist. */
export function readPictureFile(name: string): string | undefined {
  const file = join(GUIDE, 'pictures', name);
  return /^[\w-]+\.svg$/.test(name) && existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** A picture for use inside a page, where the style sheet of the page sets its colours. Undefined if it does not exist. */
export const readPicture = (name: string): string | undefined =>
  readPictureFile(name)?.replace(/<style>[\s\S]*?<\/style>\n/, '');

const read = (file: string): string => readFileSync(join(GUIDE, file), 'utf8');

const pageOf = (name: string, text: string, summary: string): Page => ({
  name,
  title: /^# (.+)$/m.exec(text)?.[1] ?? name,
  summary,
  text,
});
