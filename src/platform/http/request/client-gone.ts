import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';

export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}

export function isClientGone(thrown: unknown): boolean {
  return thrown instanceof Error && [thrown, thrown.cause].some((error) => error instanceof ClientGoneError);
}

export function clientGone(response: Response): AbortSignal {
  const gone = new AbortController();
  const abort = (): void => gone.abort(new ClientGoneError('The client went away'));
  if (response.destroyed) abort();
  response.once('close', () => {
    if (!response.writableFinished) abort();
  });
  return gone.signal;
}

export const ClientGone = createParamDecorator((_: unknown, context: ExecutionContext): AbortSignal =>
  clientGone(context.switchToHttp().getResponse<Response>()),
);
