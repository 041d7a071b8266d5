import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

/** A public text whose bytes are made once: as they are, and compressed each way. */
export interface KeptAnswer {
  readonly type: string;
  readonly variants: Readonly<Record<Encoding, Variant>>;
}

interface Variant {
  readonly bytes: Buffer;
  /** Strong: it stands for these bytes alone. */
  readonly etag: string;
}

/** The smallest first. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** For five minutes a copy is used without asking; then a question with its ETag costs no bytes. */
const CACHE_CONTROL = 'public, max-age=300';

/** The two qualities above take ten times as long for a tenth less. */
const QUALITY = 9;

/** Compresses a text, off the main thread. */
export async function keptAnswer(type: string, text: string): Promise<KeptAnswer> {
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

/**
 * Answers with the smallest bytes that the caller reads, or 304 where it has them.
 * @param cacheControl how long a copy may be used without asking
 */
export function sendKept(
  request: Request,
  response: Response,
  kept: KeptAnswer,
  cacheControl: string = CACHE_CONTROL,
): void {
  const encoding = ENCODINGS.find((one) => request.acceptsEncodings(one)) ?? 'identity';
  const { bytes, etag } = kept.variants[encoding];
  response.setHeader('Cache-Control', cacheControl);
  // Beside what stands there: where origins are let in the answer varies by them.
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

/** Whether `If-None-Match` names the version (RFC 9110, section 13.1.2: a weak mark counts like a strong one). */
function names(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag);
}
