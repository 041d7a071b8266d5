import { Transform } from 'node:stream';
import type { ImportFormat } from '../domain/import';
import { DomainError, invalidField } from '../../../common/errors';
import { type Charset, CHARSETS } from '../domain/reading';

const DECLARED = /;\s*charset\s*=\s*"?([^\s;"]*)/gi;

/** Control characters, to which invalid bytes are decoded. */
const CONTROL = /[\u0080-\u009f]/;

/** Default: UTF-8. @throws DomainError UNSUPPORTED_MEDIA_TYPE for another charset, and for several */
export function charsetOf(contentType = '', format: ImportFormat): Charset {
  const declared = [...contentType.matchAll(DECLARED)].map(([, name = '']) => name.toLowerCase());
  const known = format === 'csv' ? CHARSETS : CHARSETS.slice(0, 1);
  const charset = known.find((one) => declared.every((name) => name === one));
  if (charset) return charset;
  const text = { key: 'imports.unsupported_charset', params: { charsets: known.join(', ') } } as const;
  throw new DomainError('UNSUPPORTED_MEDIA_TYPE', text);
}

/** Converts to UTF-8. Fails with VALIDATION_ERROR on `file` for a byte that is not a character. */
export function toUtf8(charset: Exclude<Charset, 'utf-8'>): Transform {
  // The WHATWG encoding standard decodes iso-8859-1 as windows-1252, so decode it byte by byte.
  const decoder = charset === 'iso-8859-1' ? undefined : new TextDecoder(charset);
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const text = decoder ? decoder.decode(chunk, { stream: true }) : chunk.toString('latin1');
      if (CONTROL.test(text)) done(invalidField('file', 'imports.not_in_charset', { charset }));
      else done(null, Buffer.from(text, 'utf8'));
    },
  });
}
