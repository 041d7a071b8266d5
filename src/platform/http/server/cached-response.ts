import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

export interface CachedResponse {
  readonly type: string;
  readonly variants: Readonly<Record<Encoding, Variant>>;
}

interface Variant {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** The smallest first. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** Copies are valid for five minutes; then a request with the ETag gets 304. */
const CACHE_CONTROL = 'public, max-age=300';

/** Brotli qualities 10 and 11 take ten times as long for 10 % less. */
const QUALITY = 9;

/** Outside the main thread. */
export async function cacheResponse(type: string, text: string): Promise<CachedResponse> {
  const bytes = Buffer.from(text);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION, memLevel: constants.Z_MAX_MEMLEVEL }),
  ]);
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return {
    type,
    variants: {
      br: { bytes: br, etag: `"${digest}-br"` },
      gzip: { bytes: zipped, etag: `"${digest}-gzip"` },
      identity: { bytes, etag: `"${digest}"` },
    },
  };
}

/** Sends the smallest accepted encoding, or 304. @param cacheControl how long a client may use a copy */
export function sendCached(
  request: Request,
  response: Response,
  kept: CachedResponse,
  cacheControl: string = CACHE_CONTROL,
): void {
  const encoding = ENCODINGS.find((one) => request.acceptsEncodings(one)) ?? 'identity';
  const { bytes, etag } = kept.variants[encoding];
  response.setHeader('Cache-Control', cacheControl);
  // Adds to the header: with CORS, `Vary` may already contain `Origin`.
  response.vary('Accept-Encoding');
  response.setHeader('ETag', etag);
  if (names(request.headers['if-none-match'], etag)) {
    response.status(304).end();
    return;
  }
  response.setHeader('Content-Type', kept.type);
  response.setHeader('Content-Length', bytes.length);
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

/** Whether `If-None-Match` contains the version (RFC 9110, section 13.1.2: a weak ETag matches a strong one). */
function names(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag);
}
