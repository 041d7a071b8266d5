import { DomainError } from '../errors';

/**
 * What an `If-Match` header asks for: one of these versions, `any` version, or undefined when there is no header. A weak tag is kept as it
 * came, `W/"3"`: no version is written so. Checked by {@link requireVersion} where the record is locked.
 */
export type IfMatch = readonly string[] | 'any' | undefined;

const ENTITY_TAG = /^(W\/)?"([\x21\x23-\x7e]*)"$/;

/**
 * Reads the header of RFC 9110, section 13.1.1. A weak tag never matches: the comparison is the strong one.
 * @throws DomainError BAD_REQUEST when it is malformed
 */
export function parseIfMatch(header: string | undefined): IfMatch {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return 'any';
  return header.split(',').map((entry) => {
    const found = ENTITY_TAG.exec(entry.trim());
    if (!found) throw new DomainError('BAD_REQUEST', { key: 'error.malformed_if_match' });
    const [tag, weak, version = ''] = found;
    return weak ? tag : version;
  });
}

/** Whether an entry of an {@link IfMatch} is a weak tag, which matches nothing. */
export const isWeak = (entry: string): boolean => entry.startsWith('W/"');

/**
 * Holds a change to the caller's `If-Match`. Call it in the transaction of the change, once the record is locked.
 * @throws DomainError PRECONDITION_FAILED when the record's version is none of those that the caller named
 */
export function requireVersion(ifMatch: IfMatch, version: number | string): void {
  if (ifMatch === undefined || ifMatch === 'any' || ifMatch.includes(String(version))) return;
  // Whether the record has changed, a weak tag does not say.
  const key = ifMatch.some(isWeak) ? 'error.weak_etag' : 'error.precondition_failed';
  throw new DomainError('PRECONDITION_FAILED', { key });
}
