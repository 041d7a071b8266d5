import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { remembered } from '../../../common/async/remembered';
import { Served, serve } from '../served';
import { layOut, toPages } from './layout';
import { renderMarkdown } from './markdown';
import { readPages } from './pages';

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
    app
      .getHttpAdapter()
      .get(
        page.name === '' ? '/docs/guide' : `/docs/guide/${page.name}`,
        (request: unknown, response: unknown, next: unknown) => {
          rendered()
            .then((served) => served.answer(request as Request, response as Response))
            .catch(next as NextFunction);
        },
      );
  }
}
