import { escapeHtml } from '../../../platform/pdf';
import { wholePage } from '../whole-page';
import type { Page } from './pages';

/** A page among the others, as it is sent. */
export interface LaidOut {
  readonly page: Page;
  readonly pages: readonly Page[];
  /** The page's own HTML. */
  readonly body: string;
  /** The style sheet's address with what makes it change with its content. */
  readonly style: string;
}

/** What leads from this page to the others: the first is at `/docs/guide`, the others one level below it. */
export const toPages = ({ name }: Page): string => (name === '' ? 'guide/' : '');

/** The whole page: the list of all pages, its own text, and the ways to the one before and the one after. */
export function layOut({ page, pages, body, style }: LaidOut): string {
  const to = toPages(page);
  const addressOf = (other: Page): string => (other.name === '' ? `${to}../guide` : to + other.name);
  const link = (other: Page | undefined, rel: string, arrow: string): string =>
    other
      ? `<a rel="${rel}" href="${addressOf(other)}"><small>${arrow}</small>${escapeHtml(other.title)}</a>`
      : '<span></span>';
  const at = pages.indexOf(page);
  const items = pages.map((other) => {
    const current = other === page ? ' aria-current="page"' : '';
    return `<li><a href="${addressOf(other)}"${current}>${escapeHtml(other.title)}</a></li>`;
  });
  return wholePage({
    title: `${page.title} · Procurement Service`,
    style: `${to}${style}`,
    header: `<a href="${addressOf(pages[0] ?? page)}">Procurement Service</a><a href="${to}../../docs">All operations</a>`,
    body: `<nav aria-label="Pages"><ol>${items.join('')}</ol></nav>
<main>
${body}
<footer>${link(pages[at - 1], 'prev', 'Before')}${link(pages[at + 1], 'next', 'Next')}</footer>
</main>`,
  });
}
