import { ArgumentsHost, Catch, ExceptionFilter, Injectable } from '@nestjs/common';
import type { Response } from 'express';

/** An answer whose status, headers and body are fixed. */
export interface FixedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text; null for none. */
  readonly body: string | null;
}

/** Thrown to send a stored answer unchanged: without an envelope, and with its own status instead of the route's. */
export class AnswerAsIs extends Error {
  override readonly name = 'AnswerAsIs';

  constructor(readonly answer: FixedAnswer) {
    super(`An answer of status ${answer.status}`);
  }
}

@Catch(AnswerAsIs)
@Injectable()
export class AnswerAsIsFilter implements ExceptionFilter<AnswerAsIs> {
  catch({ answer }: AnswerAsIs, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    response.status(answer.status);
    for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
    if (answer.body === null) response.end();
    else response.type('application/json').send(answer.body);
  }
}
