import { isUtf8 } from 'node:buffer';
import { unescape } from 'node:querystring';

/** Node's decoders replace invalid bytes by U+FFFD. @returns the offset of the first invalid sequence, if any */
export function invalidUtf8At(bytes: Buffer): number | undefined {
  if (isUtf8(bytes)) return undefined;
  let at = 0;
  for (let length = 1; length > 0; at += length) length = lengthOfCharacter(bytes, at);
  return at;
}

/** 0 if the character is invalid (RFC 3629, section 4). */
function lengthOfCharacter(bytes: Buffer, at: number): number {
  const lead = bytes[at] ?? 0xff;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  // The second byte excludes overlong forms, surrogates and code points above U+10FFFF.
  const lowest = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const highest = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (!isBetween(bytes[at + 1], lowest, highest)) return 0;
  for (let next = at + 2; next < at + length; next += 1) if (!isBetween(bytes[next], 0x80, 0xbf)) return 0;
  return length;
}

const isBetween = (byte: number | undefined, lowest: number, highest: number): boolean =>
  byte !== undefined && byte >= lowest && byte <= highest;

const REPLACEMENT = '\uFFFD';
const ESCAPED_REPLACEMENT = /%ef%bf%bd/gi;

/**
 * Names of the query parameters whose percent-escapes are not UTF-8; Express would decode those to U+FFFD. A `%`
 * without two hexadecimal digits is a literal `%`.
 * @param query ASCII, without the `?`
 */
export function parametersNotUtf8(query: string): string[] {
  if (!query.includes('%')) return [];
  return query
    .split('&')
    .filter((parameter) => unescape(parameter.replace(ESCAPED_REPLACEMENT, '_')).includes(REPLACEMENT))
    .map((parameter) => parameter.split('=', 1)[0] ?? '');
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/gi;

/** US-ASCII counts as another charset. */
export function declaresOtherCharset(contentType = ''): boolean {
  return [...contentType.matchAll(CHARSET)].some(([, charset]) => charset?.toLowerCase() !== 'utf-8');
}
