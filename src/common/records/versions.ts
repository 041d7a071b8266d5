import { DomainError } from '../errors';

/**
 * The value of an `If-Match` header: a list of versions, `any`, or undefined without the header. A weak tag is retained
 * as `W/"3"`, which equals no version. {@link requireVersion} checks it when the record is locked.
 */
export type IfMatch = readonly string[] | 'any' | undefined;

const ENTITY_TAG = /^(W\/)?"([\x21\x23-\x7e]*)"$/;

/**
 * Parses the header of RFC 9110, section 13.1.1. A weak tag never matches, because the comparison is strong.
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

/** Whether an entry of {@link IfMatch} is a weak tag, which never matches. */
export const isWeak = (entry: string): boolean => entry.startsWith('W/"');

/** Call after locking the record. @throws DomainError PRECONDITION_FAILED when the record has none of the versions */
export function requireVersion(ifMatch: IfMatch, version: number | string): void {
  if (ifMatch === undefined || ifMatch === 'any' || ifMatch.includes(String(version))) return;
  // A weak tag does not show whether the record has changed.
  const key = ifMatch.some(isWeak) ? 'error.weak_etag' : 'error.precondition_failed';
  throw new DomainError('PRECONDITION_FAILED', { key });
}
