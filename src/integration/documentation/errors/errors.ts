import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import { remembered } from '../../../common/async/remembered';
import { ERROR_CODES, type ErrorCode } from '../../../common/errors';
import { type Language, LANGUAGES } from '../../../messages';
import { exampleBody, cacheResponse, sendCached, STATUS } from '../../../platform/http';
import { escapeHtml } from '../../../platform/pdf';
import { type OperationPlace, renderMarkdown } from '../guide/markdown';
import type { OperationPlaces } from '../openapi';
import { answerGet, PAGE_POLICY, Served, serve } from '../served';
import { searchForm, wholePage } from '../whole-page';
import { readErrorPage, readErrorText, readListText } from './pages';

/** The heading of an example, without the name of its form. */
const EXAMPLE: Readonly<Record<Language, string>> = { en: 'Example, Form', ar: 'مثال، الصيغة' };

/**
 * Serves the list of all error codes at `/docs/errors`, and one page for each code below it. A page shows the text of
 * `docs/guide/errors/*.md` and an example answer of each form. It is rendered at the first request.
 */
export function serveErrorPages(app: NestExpressApplication, placesOf: () => OperationPlaces): void {
  const page = (html: (placeOf: OperationPlace) => string) => {
    const kept = remembered(() => {
      const places = placesOf();
      return cacheResponse(
        'text/html; charset=utf-8',
        html((operation) => places.get(operation)),
      );
    });
    return async (request: Request, response: Response): Promise<void> => {
      response.setHeader('Content-Security-Policy', PAGE_POLICY);
      sendCached(request, response, await kept());
    };
  };
  const pages = new Map<unknown, ReturnType<typeof page>>(
    ERROR_CODES.map((code) => [code, page((placeOf) => errorHtml(code, placeOf))]),
  );
  answerGet(app, '/docs/errors', page(listHtml));
  for (const code of ERROR_CODES) {
    serve(app, `/docs/errors/${code}.md`, new Served('text/markdown; charset=utf-8', readErrorPage(code)));
  }
  answerGet(app, '/docs/errors/:code', (request, response) => pages.get(request.params['code'])?.(request, response));
}

function errorHtml(code: ErrorCode, placeOf: OperationPlace): string {
  const texts = readErrorText(code);
  const sections = LANGUAGES.map(
    (language) => `<section lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
${renderMarkdown(texts[language].text, '', placeOf)}
${(['a', 'b'] as const).map((form) => example(form, code, language)).join('\n')}
</section>`,
  );
  const heading = `<h1><code>${code}</code> <small>HTTP ${STATUS[code]}</small></h1>`;
  return page(code, '../', `<p><a href="../errors">All error codes</a></p>\n${heading}\n${sections.join('\n')}`);
}

function example(form: 'a' | 'b', code: ErrorCode, language: Language): string {
  const body = JSON.stringify(exampleBody(form, code, language), null, 2);
  return `<h3>${EXAMPLE[language]} ${form.toUpperCase()}</h3>\n<pre tabindex="0">${escapeHtml(body)}</pre>`;
}

/** The list of all codes. */
function listHtml(placeOf: OperationPlace): string {
  const rows = [...ERROR_CODES]
    .sort((one, other) => STATUS[one] - STATUS[other])
    .map((code) => {
      const { en, ar } = readErrorText(code);
      const titles = `${escapeHtml(en.title)}<br><span lang="ar" dir="rtl">${escapeHtml(ar.title)}</span>`;
      return `<tr><td>${STATUS[code]}</td><td><a href="errors/${code}"><code>${code}</code></a></td><td>${titles}</td></tr>`;
    });
  return page(
    'Error codes',
    '',
    `${renderMarkdown(readListText(), 'errors/', placeOf)}
<div class="table" tabindex="0"><table>
<thead><tr><th>HTTP</th><th>Code</th><th>Meaning</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>`,
  );
}

/** @param toDocs the relative path from the page to `/docs/` */
function page(title: string, toDocs: string, main: string): string {
  return wholePage({
    title: `${title} · Procurement Service API`,
    style: `${toDocs}guide/guide.css`,
    header: `<a href="${toDocs}guide">Procurement Service</a>${searchForm(`${toDocs}guide/search`)}<a href="${toDocs}../docs">All operations</a>`,
    body: `<main class="alone">\n${main}\n</main>`,
  });
}
