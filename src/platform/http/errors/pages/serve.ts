import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { ERROR_CODES } from '../../../../common/errors';
import { remembered } from '../../../../common/async/remembered';
import { type KeptAnswer, keptAnswer, sendKept } from '../../server/kept-answer';
import { errorListHtml, errorPageHtml } from './html';

const HTML = 'text/html; charset=utf-8';

/** Serves `/docs/errors`, the list of all error codes, and the page of each below it. */
export function serveErrorPages(app: NestExpressApplication): void {
  // The bytes of a page are made at its first request.
  const page = (html: () => string) => remembered(() => keptAnswer(HTML, html()));
  const list = page(errorListHtml);
  const pages = new Map<string | undefined, () => Promise<KeptAnswer>>(
    ERROR_CODES.map((code) => [code, page(() => errorPageHtml(code))]),
  );
  const router = app.getHttpAdapter();
  router.get('/docs/errors', (request: unknown, response: unknown, next: unknown) => {
    send(request, response, next, list);
  });
  router.get('/docs/errors/:code', (request: unknown, response: unknown, next: unknown) => {
    const known = pages.get((request as Request<{ code: string }>).params.code);
    if (known) send(request, response, next, known);
    else (next as NextFunction)();
  });
}

function send(request: unknown, response: unknown, next: unknown, page: () => Promise<KeptAnswer>): void {
  page()
    .then((kept) => sendKept(request as Request, response as Response, kept))
    .catch(next as NextFunction);
}
