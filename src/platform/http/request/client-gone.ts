import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';

/** The client disconnected before the response was sent. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}

/** Whether an error is, or was caused by, a ClientGoneError. */
export function isClientGone(thrown: unknown): boolean {
  return thrown instanceof Error && [thrown, thrown.cause].some((error) => error instanceof ClientGoneError);
}

/** A signal that aborts when the client disconnects before the response is complete. */
export function clientGone(response: Response): AbortSignal {
  const gone = new AbortController();
  const abort = (): void => gone.abort(new ClientGoneError('The client went away'));
  if (response.destroyed) abort();
  response.once('close', () => {
    if (!response.writableFinished) abort();
  });
  return gone.signal;
}

/** The {@link clientGone} signal of the request, as a parameter of a route whose work may have to wait. */
export const ClientGone = createParamDecorator((_: unknown, context: ExecutionContext): AbortSignal =>
  clientGone(context.switchToHttp().getResponse<Response>()),
);
