import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { ERROR_CODES } from '../../../common/errors';
import { type KeptAnswer, keptAnswer, sendKept } from '../../server/kept-answer';
import { errorListHtml, errorPageHtml } from './html';

const HTML = 'text/html; charset=utf-8';

/** Serves `/docs/errors`, the list of all error codes, and the page of each below it. */
export function serveErrorPages(app: NestExpressApplication): void {
  const made = new Map<string, Promise<KeptAnswer>>();
  /** Its bytes are made when it is first asked for, and once. */
  const kept = (path: string, html: () => string): Promise<KeptAnswer> => {
    const known = made.get(path) ?? keptAnswer(HTML, html());
    made.set(path, known);
    return known;
  };
  const router = app.getHttpAdapter();
  router.get('/docs/errors', (request: unknown, response: unknown, next: unknown) => {
    send(request, response, next, kept('', errorListHtml));
  });
  router.get('/docs/errors/:code', (request: unknown, response: unknown, next: unknown) => {
    const code = ERROR_CODES.find((one) => one === (request as Request).params['code']);
    if (code === undefined) (next as NextFunction)();
    else
      send(
        request,
        response,
        next,
        kept(code, () => errorPageHtml(code)),
      );
  });
}

function send(request: unknown, response: unknown, next: unknown, page: Promise<KeptAnswer>): void {
  page.then((kept) => sendKept(request as Request, response as Response, kept), next as NextFunction);
}
