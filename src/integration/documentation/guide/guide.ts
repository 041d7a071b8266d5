import type { NestExpressApplication } from '@nestjs/platform-express';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { remembered } from '../../../common/async/remembered';
import { escapeHtml } from '../../../platform/pdf';
import { answerGet, Served, serve } from '../served';
import { wholePage } from '../whole-page';
import { renderMarkdown } from './markdown';
import { type Page, readPages } from './pages';

/** No script, and nothing of anybody else's. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The guide at `/docs/guide`: `docs/guide/*.md`, each rendered when it is first asked for. */
export function serveGuide(app: NestExpressApplication, placesOf: () => Promise<ReadonlyMap<string, string>>): void {
  const style = new Served('text/css; charset=utf-8', readFileSync(join(__dirname, 'browser', 'guide.css'), 'utf8'));
  serve(app, '/docs/guide/guide.css', style);
  const pages = readPages();
  for (const page of pages) {
    const rendered = remembered(async (): Promise<Served> => {
      const places = await placesOf();
      const body = renderMarkdown(page.text, toPages(page), (operation) => places.get(operation));
      const html = layOut({ page, pages, body, style: `guide.css${style.query}` });
      return new Served('text/html; charset=utf-8', html, { 'Content-Security-Policy': POLICY });
    });
    answerGet(app, page.name === '' ? '/docs/guide' : `/docs/guide/${page.name}`, async (request, response) =>
      (await rendered()).answer(request, response),
    );
  }
}

/** A page among the others, as it is sent. */
interface LaidOut {
  readonly page: Page;
  readonly pages: readonly Page[];
  /** The page's own HTML. */
  readonly body: string;
  /** The style sheet's address with what makes it change with its content. */
  readonly style: string;
}

/** What leads from this page to the others: the first is at `/docs/guide`, the others one level below it. */
const toPages = ({ name }: Page): string => (name === '' ? 'guide/' : '');

/** The whole page: the list of all pages, its own text, and the ways to the one before and the one after. */
function layOut({ page, pages, body, style }: LaidOut): string {
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
