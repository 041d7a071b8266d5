import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const ENCODERS = {
  br: (bytes: Buffer): Promise<Buffer> =>
    promisify(brotliCompress)(bytes, {
      params: {
        // A third of a megabyte for Swagger UI: 10 takes a second of one thread, once, and saves a tenth over 9.
        [constants.BROTLI_PARAM_QUALITY]: 10,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes: Buffer): Promise<Buffer> => promisify(gzip)(bytes, { level: 9 }),
} as const;
type Encoding = keyof typeof ENCODERS;

/** A page, a script or a picture that is the same for everybody until the next release. */
export class Served {
  /** Changes with the content. */
  readonly version: string;
  private readonly encoded = new Map<Encoding, Promise<Buffer>>();

  constructor(
    private readonly type: string,
    private readonly bytes: Buffer,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {
    this.version = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
  }

  /** What makes an address change with the content, so that a browser need never ask again: `?v=...`. */
  get query(): string {
    return `?v=${this.version}`;
  }

  /** Answers in the smallest encoding that the caller takes, or 304 where the caller has it. */
  async answer(request: Request, response: Response): Promise<void> {
    const etag = `"${this.version}"`;
    response.set({ ...this.headers, 'Content-Type': this.type, ETag: etag, Vary: 'Accept-Encoding' });
    // An older page that asks for its older script is given this one, and may not keep it for that one.
    const isThisVersion = request.query['v'] === this.version;
    response.setHeader('Cache-Control', isThisVersion ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (has(request.headers['if-none-match'], etag)) {
      response.status(304).end();
      return;
    }
    const encoding = request.acceptsEncodings('br', 'gzip', 'identity');
    if (encoding !== 'br' && encoding !== 'gzip') {
      response.end(this.bytes);
      return;
    }
    const body = await this.encodedAs(encoding);
    response.setHeader('Content-Encoding', encoding);
    response.end(body);
  }

  /** Compressed when it is first asked for, in a thread of its own, and kept. */
  private encodedAs(encoding: Encoding): Promise<Buffer> {
    const known = this.encoded.get(encoding) ?? ENCODERS[encoding](this.bytes);
    this.encoded.set(encoding, known);
    return known;
  }
}

/** Whether `If-None-Match` names this version; a proxy that compresses makes the tag a weak one. */
function has(offered: string | undefined, etag: string): boolean {
  return (offered ?? '').split(',').some((one) => [etag, '*'].includes(one.trim().replace(/^W\//, '')));
}

/** Answers this address with what is served, whoever asks. */
export function serve(app: NestExpressApplication, path: string, served: Served): void {
  app.getHttpAdapter().get(path, (request: unknown, response: unknown) => {
    void served.answer(request as Request, response as Response);
  });
}
