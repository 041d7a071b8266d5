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

  it.each(['', '3', '"3', '3"', '"3" "4"', '"a b"', 'w/"3"', '"3",'])('refuses the malformed %s', (header) => {
    expect(codeOf(() => parseIfMatch(header))).toBe('BAD_REQUEST');
  });
});
