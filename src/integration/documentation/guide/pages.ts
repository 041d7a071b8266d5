import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the guide is written: `docs/guide` of the checkout, and of the image. */
export const GUIDE = join(__dirname, '../../../../docs/guide');

/** A page of the guide as it is written. */
export interface Page {
  /** The last part of its address: `orders` of `/docs/guide/orders`; empty for the first page. */
  readonly name: string;
  readonly title: string;
  /** Markdown. */
  readonly text: string;
}

/** All pages in the order in which the first, `README.md`, names them. */
export function readPages(): readonly Page[] {
  const first = read('README.md');
  const names = [...first.matchAll(/^- \[[^\]]+\]\(([\w-]+)\.md\)/gm)].map(([, name = '']) => name);
  return [pageOf('', first), ...names.map((name) => pageOf(name, read(`${name}.md`)))];
}

/** The drawing of this name, as it is put into a page: its colours are the page's. Undefined where there is none. */
export function readPicture(name: string): string | undefined {
  const file = join(GUIDE, 'pictures', name);
  if (!/^[\w-]+\.svg$/.test(name) || !existsSync(file)) return undefined;
  return readFileSync(file, 'utf8').replace(/<style>[\s\S]*?<\/style>\n/, '');
}

const read = (file: string): string => readFileSync(join(GUIDE, file), 'utf8');

function pageOf(name: string, text: string): Page {
  return { name, title: /^# (.+)$/m.exec(text)?.[1] ?? name, text };
}
