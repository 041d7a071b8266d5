import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** Bytes of a response that are read before the connection is closed. */
const READ_BYTES = 64 * 1024;

/** Bytes saved in the log, after decoding. */
const KEPT_BYTES = 4 * 1024;

/**
 * The beginning of a response body as text: at most 4 KiB, from at most 64 KiB. The rest is never read; a longer body
 * is not an error. Bytes that cannot be decoded are omitted.
 * @throws Error if the connection breaks before the end or the limit
 */
export async function readBounded(response: IncomingMessage): Promise<string> {
  const raw = await take(response, READ_BYTES);
  return printable(await decode(raw, response.headers['content-encoding']));
}

async function take(source: Readable, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= limit) break; // ends the loop, which destroys the stream and its socket
  }
  return Buffer.concat(chunks).subarray(0, limit);
}

/** Decodes a compressed body. Stops at the saved size, so that a decompression bomb stays small. */
async function decode(raw: Buffer, encoding: string | undefined): Promise<Buffer> {
  const decoder = decoderFor(encoding?.trim().toLowerCase() ?? 'identity');
  if (decoder === 'none') return raw.subarray(0, KEPT_BYTES);
  if (decoder === 'unknown') return Buffer.alloc(0);
  const kept: Buffer[] = [];
  let size = 0;
  decoder.end(raw);
  try {
    for await (const chunk of decoder as AsyncIterable<Buffer>) {
      kept.push(chunk);
      size += chunk.length;
      if (size >= KEPT_BYTES) break;
    }
  } catch {
    // The body does not match its Content-Encoding: use the bytes decoded so far.
  }
  return Buffer.concat(kept).subarray(0, KEPT_BYTES);
}

function decoderFor(encoding: string) {
  const small = { chunkSize: KEPT_BYTES };
  switch (encoding) {
    case '':
    case 'identity':
      return 'none';
    case 'gzip':
    case 'x-gzip':
      return createGunzip({ ...small, finishFlush: constants.Z_SYNC_FLUSH });
    case 'deflate':
      return createInflate({ ...small, finishFlush: constants.Z_SYNC_FLUSH });
    case 'br':
      return createBrotliDecompress({ ...small, finishFlush: constants.BROTLI_OPERATION_FLUSH });
    default:
      return 'unknown';
  }
}

function printable(bytes: Buffer): string {
  // In streaming mode the decoder omits a character that was cut in two. PostgreSQL text cannot contain NUL.
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\uFFFD');
}
