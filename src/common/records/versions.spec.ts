import { DomainError } from '../errors';
import { parseIfMatch, requireVersion } from './versions';

const codeOf = (work: () => unknown): string => {
  try {
    work();
    return 'nothing';
  } catch (error) {
    return (error as DomainError).code;
  }
};

describe('If-Match', () => {
  it.each([
    [undefined, 3, 'nothing'],
    ['*', 3, 'nothing'],
    ['"3"', 3, 'nothing'],
    [' "1" , "3"', 3, 'nothing'],
    ['"2"', 3, 'PRECONDITION_FAILED'],
    ['"03"', 3, 'PRECONDITION_FAILED'],
    ['W/"3"', 3, 'PRECONDITION_FAILED'],
    ['W/"3", "3"', 3, 'nothing'],
    ['""', 3, 'PRECONDITION_FAILED'],
    ['"Zm9v"', 'Zm9v', 'nothing'],
  ])('%s against version %s: %s', (header, version, expected) => {
    expect(codeOf(() => requireVersion(parseIfMatch(header), version))).toBe(expected);
  });

  it('does not report a changed record for a weak tag', () => {
    const keyOf = (header: string): unknown => {
      try {
        requireVersion(parseIfMatch(header), 3);
        return 'nothing';
      } catch (error) {
        return (error as DomainError).text.key;
      }
    };
    expect(['W/"3"', 'W/"2"', '"2", W/"3"', '"2"'].map(keyOf)).toEqual([
      ...['error.weak_etag', 'error.weak_etag', 'error.weak_etag', 'error.precondition_failed'],
    ]);
    // An ETag with this text would be another one.
    expect(keyOf('"W/3"')).toBe('error.precondition_failed');
  });

  it.each(['', '3', '"3', '3"', '"3" "4"', '"a b"', 'w/"3"', '"3",'])('rejects the malformed %s', (header) => {
    expect(codeOf(() => parseIfMatch(header))).toBe('BAD_REQUEST');
  });
});
