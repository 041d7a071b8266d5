import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { createHash } from 'node:crypto';
import { remembered } from '../../common/async/remembered';
import { keptAnswer, sendKept } from '../../platform/http';

/** A page, a script or a picture that is the same for everybody until the next release. */
export class Served {
  /** What makes an address change with the content, so that a browser need never ask again: `?v=...`. */
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

  /** Answers in the smallest encoding that the caller takes, or 304 where the caller has it. */
  async answer(request: Request, response: Response): Promise<void> {
    const kept = await this.kept();
    // An older page that asks for its older script is given this one, and may not keep it for that one.
    const isThisVersion = request.query['v'] === this.version;
    response.set(this.headers);
    sendKept(request, response, kept, isThisVersion ? 'public, max-age=31536000, immutable' : 'no-cache');
  }
}

/**
 * Answers GET of an address, whoever asks.
 * @param answer undefined where there is nothing at the address; what it rejects with is answered like every other error
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

/** Answers this address with what is served. */
export function serve(app: NestExpressApplication, path: string, served: Served): void {
  answerGet(app, path, (request, response) => served.answer(request, response));
}
