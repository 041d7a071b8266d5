import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { createHash } from 'node:crypto';
import { remembered } from '../../common/async/remembered';
import { keptAnswer, sendKept } from '../../platform/http';

/** A page, script or image that stays the same until the next release. */
export class Served {
  /** `?v=...` changes with the content, so that browsers can cache the file without revalidation. */
  readonly query: string;
  private readonly version: string;
  /** Compressed at the first request. */
  private readonly kept = remembered(() => keptAnswer(this.type, this.text));

  constructor(
    private readonly type: string,
    private readonly text: string,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {
    this.version = createHash('sha256').update(text).digest('base64url').slice(0, 16);
    this.query = `?v=${this.version}`;
  }

  /** Sends the smallest encoding that the client accepts, or 304 if it has the current version. */
  async answer(request: Request, response: Response): Promise<void> {
    const kept = await this.kept();
    // A page of an older release gets the current script, but must not cache it under the old version.
    const isThisVersion = request.query['v'] === this.version;
    response.set(this.headers);
    sendKept(request, response, kept, isThisVersion ? 'public, max-age=31536000, immutable' : 'no-cache');
  }
}

/** @param answer returns undefined to respond 404; rejections become error responses */
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

export function serve(app: NestExpressApplication, path: string, served: Served): void {
  answerGet(app, path, (request, response) => served.answer(request, response));
}
