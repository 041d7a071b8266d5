import { escapeHtml } from '../../../platform/pdf';
import { searchForm, wholePage } from '../whole-page';
import type { Page } from './pages';
import type { Hit } from './search';

/** The parts that all pages of the guide share. */
export interface Frame {
  readonly pages: readonly Page[];
  /** Addresses of the style sheet and the script, relative to `/docs/guide/`, each with its version. */
  readonly style: string;
  readonly script: string;
}

/** The relative path from a page to the others. The first page is at `/docs/guide`, the others one level below. */
export const toPages = ({ name }: Page): string => (name === '' ? 'guide/' : '');

/** A page of the guide: the list of pages, the text, and links to the previous and the next page. */
export function guidePage(frame: Frame, page: Page, body: string): string {
  const { pages } = frame;
  const to = toPages(page);
  const at = pages.indexOf(page);
  const link = (other: Page | undefined, rel: string, label: string): string =>
    other
      ? `<a rel="${rel}" href="${addressOf(other, to)}"><small>${label}</small>${escapeHtml(other.title)}</a>`
      : '<span></span>';
  const markdown = `${to}${markdownName(page)}`;
  return framed(frame, {
    to,
    title: page.title,
    current: page,
    alternate: markdown,
    main: `${body}
<p class="source"><a href="${markdown}">This page as Markdown</a></p>
<div class="ways">${link(pages[at - 1], 'prev', 'Previous')}${link(pages[at + 1], 'next', 'Next')}</div>`,
  });
}

/** The page with the results of a search. */
export function resultsPage(frame: Frame, query: string, hits: readonly Hit[]): string {
  const items = hits.map(
    ({ address, page, heading, excerpt }) =>
      `<li><a href="${escapeHtml(address)}">${escapeHtml(heading)}</a> <small>${escapeHtml(page)}</small><p dir="auto">${escapeHtml(excerpt)}</p></li>`,
  );
  const count = hits.length === 1 ? '1 result' : `${hits.length} results`;
  return framed(frame, {
    to: '',
    title: 'Search the guide',
    query,
    main: `<h1>Search the guide</h1>
<p>${query === '' ? 'Enter a word, for example an error code.' : `${count} for “${escapeHtml(query)}”.`}</p>
<ol class="results">${items.join('\n')}</ol>`,
  });
}

/** The file name of a page in Markdown. */
export const markdownName = ({ name }: Page): string => `${name === '' ? 'README' : name}.md`;

interface Framed {
  readonly to: string;
  readonly title: string;
  readonly main: string;
  readonly current?: Page;
  readonly query?: string;
  readonly alternate?: string;
}

function framed({ pages, style, script }: Frame, { to, title, main, current, query, alternate }: Framed): string {
  const items = pages.map((page) => {
    const mark = page === current ? ' aria-current="page"' : '';
    return `<li><a href="${addressOf(page, to)}"${mark}>${escapeHtml(page.title)}</a></li>`;
  });
  return wholePage({
    title: `${title} · Procurement Service`,
    style: to + style,
    script: to + script,
    ...(alternate !== undefined && { alternate }),
    header: `<a href="${to}../guide">Procurement Service</a>${searchForm(`${to}search`, query)}<a href="${to}../../docs">All operations</a>`,
    body: `<nav aria-label="Pages"><ol>${items.join('')}</ol></nav>
<main>
${main}
</main>`,
  });
}

const addressOf = (page: Page, to: string): string => (page.name === '' ? `${to}../guide` : to + page.name);
