import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** Bytes of an answer read before the connection is dropped. */
const READ_BYTES = 64 * 1024;

/** Bytes of it kept in the log, after decoding. */
const KEPT_BYTES = 4 * 1024;

/**
 * The beginning of an answer's body as text: at most 4 KiB of at most 64 KiB read. A longer body is not an error; the
 * rest of it is never read. What does not decode is left out.
 * @throws Error when the connection breaks before the end or the limit
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
    if (size >= limit) break; // leaving the loop destroys the stream, and the socket under it
  }
  return Buffer.concat(chunks).subarray(0, limit);
}

/** Decodes a compressed body. Stops at what is kept, so that a decompression bomb stays small. */
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
    // Not what its header said: whatever came out before is kept.
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
  // In streaming mode the decoder keeps back a character that was cut in two; PostgreSQL's text cannot hold NUL.
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\uFFFD');
}
