import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Responder } from '../../../tools/receiver/webhook-receiver';

const BOMB = gzipSync(Buffer.alloc(60 * 1024 * 1024, 'z'), { level: 9 });
const MEGABYTE = Buffer.alloc(1024 * 1024, 'x');

function pour(response: ServerResponse): void {
  while (!response.destroyed && response.write(MEGABYTE)) continue;
  if (!response.destroyed) response.once('drain', () => pour(response));
}

function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write('.'), 50);
  response.on('close', () => clearInterval(timer));
}

/** Responses that would harm a sender without limits. */
const HOSTILE: readonly ((response: ServerResponse) => void)[] = [
  (response) => pour(response.writeHead(200)),
  (response) => pour(response.writeHead(200, { 'content-length': 1024 ** 3 })),
  (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB),
  (response) => drip(response.writeHead(200)),
  // No response: the deadline of the sender ends the request.
  () => undefined,
];

/** Responds to each call with the next hostile response. */
export function hostile(): Responder {
  let calls = 0;
  return (_call, response) => {
    response.on('error', () => undefined);
    HOSTILE[calls % HOSTILE.length]?.(response);
    calls += 1;
  };
}
