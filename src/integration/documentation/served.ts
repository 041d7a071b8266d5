import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { createHash } from 'node:crypto';
import { remembered } from '../../common/async/remembered';
import { cacheResponse, sendCached } from '../../platform/http';

/** The policy of the pages of the guide and of error codes: only files of this service, no inline script or style. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** A page, a script or a picture that is the same for every caller until the next release. */
export class Served {
  /** `?v=...`, to append to the address. It changes with the content, so browsers may cache the file for a year. */
  readonly query: string;
  private readonly version: string;
  /** Compressed at the first request. */
  private readonly kept = remembered(() => cacheResponse(this.type, this.text));

  constructor(
    private readonly type: string,
    private readonly text: string,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {
    this.version = createHash('sha256').update(text).digest('base64url').slice(0, 16);
    this.query = `?v=${this.version}`;
  }

  /** Sends the smallest encoding that the caller accepts, or 304 if the caller has this version. */
  async answer(request: Request, response: Response): Promise<void> {
    const kept = await this.kept();
    // An older page may request an older version of its script. It gets this one and must not cache it under the old address.
    const isThisVersion = request.query['v'] === this.version;
    response.set(this.headers);
    sendCached(request, response, kept, isThisVersion ? 'public, max-age=31536000, immutable' : 'no-cache');
  }
}

/**
 * Adds a GET route that needs no token.
 * @param answer returns undefined if there is no such page. A rejection goes to the error handler
 */
export function answerGet(
  app: NestExpressApplication,
  path: string,
  answer: (request: Request, response: Response) => Promise<void> | undefined,
): void {
  app.getHttpAdapter().get(path, (request: unknown, response: unknown, next: unknown) => {
    const answered = answer(request as Request, response as Response);
    if (answered) answered.catch(next as NextFunction);
    else (next as NextFunction)();
  });
}

/** Adds a GET route that sends this content. */
export function serve(app: NestExpressApplication, path: string, served: Served): void {
  answerGet(app, path, (request, response) => served.answer(request, response));
}
