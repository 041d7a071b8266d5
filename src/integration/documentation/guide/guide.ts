import type { NestExpressApplication } from '@nestjs/platform-express';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationPlaces } from '../openapi';
import { answerGet, PAGE_POLICY, Served, serve } from '../served';
import { type Frame, guidePage, markdownName, resultsPage, toPages } from './layout';
import { llmsText } from './llms';
import { renderMarkdown } from './markdown';
import { type Page, pictureNames, readPages, readPictureFile } from './pages';
import { type Search, searchOf, type Section, sectionsOf } from './search';

const HTML = 'text/html; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';

/** A picture that is opened alone has its style inside. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** The pages about error codes, which the search and `llms.txt` contain too. */
interface ErrorPages {
  sections(): readonly Section[];
  titles(): ReadonlyMap<string, string>;
}

/** Serves `docs/guide` at `/docs/guide`: as HTML, as Markdown, with a search over all pages, and the list `llms.txt`. */
export function serveGuide(app: NestExpressApplication, placesOf: () => OperationPlaces, errors: ErrorPages): void {
  const style = new Served('text/css; charset=utf-8', own('guide.css'));
  const script = new Served('text/javascript; charset=utf-8', own('guide.js'));
  serve(app, '/docs/guide/guide.css', style);
  serve(app, '/docs/guide/guide.js', script);
  const pages = readPages();
  const frame: Frame = { pages, style: `guide.css${style.query}`, script: `guide.js${script.query}` };
  for (const page of pages) {
    // Rendered at the first request, because the links to operations need the OpenAPI document.
    let rendered: Served | undefined;
    const render = (): Served => {
      const places = placesOf();
      const body = renderMarkdown(page.text, toPages(page), (operation) => places.get(operation));
      return new Served(HTML, guidePage(frame, page, body), { 'Content-Security-Policy': PAGE_POLICY });
    };
    answerGet(app, page.name === '' ? '/docs/guide' : `/docs/guide/${page.name}`, (request, response) =>
      (rendered ??= render()).answer(request, response),
    );
    serve(app, `/docs/guide/${markdownName(page)}`, new Served(MARKDOWN, withRelativeLinks(page)));
  }
  for (const name of pictureNames()) {
    const picture = new Served('image/svg+xml', readPictureFile(name) ?? '', {
      'Content-Security-Policy': PICTURE_POLICY,
    });
    serve(app, `/docs/guide/pictures/${name}`, picture);
  }
  serveSearch(app, frame, errors);
  for (const [path, toRoot] of [
    ['/llms.txt', ''],
    ['/docs/guide/llms.txt', '../../'],
  ] as const) {
    serve(app, path, new Served('text/plain; charset=utf-8', llmsText(pages, errors.titles(), toRoot)));
  }
}

/** The search runs in the service, so the form works without JavaScript. */
function serveSearch(app: NestExpressApplication, frame: Frame, errors: ErrorPages): void {
  let search: Search | undefined;
  answerGet(app, '/docs/guide/search', (request, response) => {
    const { q } = request.query;
    search ??= searchOf([...sectionsOf(frame.pages), ...errors.sections()]);
    const query = typeof q === 'string' ? q.trim() : '';
    response.set({ 'Content-Security-Policy': PAGE_POLICY, 'Cache-Control': 'no-cache' });
    response.type('html').send(resultsPage(frame, query, search(query)));
    return Promise.resolve();
  });
}

/** Links to other pages of the service start with `/`. A service behind a prefix needs relative links. */
const withRelativeLinks = ({ text }: Page): string =>
  text.replace(/\]\(\/docs(\/|\))/g, '](../../docs$1').replace(/\]\(\/openapi\//g, '](../../openapi/');

const own = (name: string): string => readFileSync(join(__dirname, 'browser', name), 'utf8');
