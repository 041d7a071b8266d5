import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';

/** The client went away before it had its answer. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}

/** Whether a request failed only because its client went away: that itself was thrown, or is the cause of what was. */
export function isClientGone(thrown: unknown): boolean {
  return thrown instanceof Error && [thrown, thrown.cause].some((error) => error instanceof ClientGoneError);
}

/** Aborts when the client goes away before its answer is complete, so that nothing is begun for nobody. */
export function clientGone(response: Response): AbortSignal {
  const gone = new AbortController();
  const abort = (): void => gone.abort(new ClientGoneError('The client went away'));
  if (response.destroyed) abort();
  response.once('close', () => {
    if (!response.writableFinished) abort();
  });
  return gone.signal;
}

/** {@link clientGone} of the request, for a route whose work may have to wait. */
export const ClientGone = createParamDecorator((_: unknown, context: ExecutionContext): AbortSignal =>
  clientGone(context.switchToHttp().getResponse<Response>()),
);
