import { InputError } from '../../../platform/validation';
import { type Delimiter, DELIMITERS } from '../domain/reading';

const CHARACTERS: Readonly<Record<Delimiter, string>> = { comma: ',', semicolon: ';', tab: '\t' };

export const characterOf = (delimiter: Delimiter): string => CHARACTERS[delimiter];

/** Bytes at the beginning of the file that are searched for headings. Valid headings are shorter. */
export const HEAD_BYTES = 64 * 1024;

/** A comma for a single heading. @throws InputError 400 on `delimiter` if headings contain several delimiters */
export function delimiterIn(head: Buffer): Delimiter {
  const lines = head.toString('utf8').split(/\r\n|\r|\n/);
  const isBlank = (line: string): boolean => /^[\s,;\ufeff]*$/.test(line);
  const headings = (lines.find((line) => !isBlank(line)) ?? '').replace(/"[^"]*"/g, '');
  const found = DELIMITERS.filter((one) => headings.includes(CHARACTERS[one]));
  if (found.length < 2) return found[0] ?? 'comma';
  throw new InputError('query', {
    delimiter: [{ key: 'imports.ambiguous_delimiter', params: { found: found.join(', ') } }],
  });
}
