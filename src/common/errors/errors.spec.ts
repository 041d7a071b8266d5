import { toDomainError } from '.';

const codeOf = (thrown: unknown): string => toDomainError(thrown).code;
const wrapped = (code: string): Error => Object.assign(new Error('refused'), { driverError: { code } });
const bare = (code: string): Error => Object.assign(new Error('refused'), { code });

describe('an outage', () => {
  it.each([
    ['a connection that broke', '08006'],
    ['a server that takes no connection', '08001'],
    ['no connection left', '53300'],
    ['a server told to stop', '57P01'],
    ['a server that crashed', '57P02'],
    ['a server that starts', '57P03'],
    ['a serialization failure at each retry', '40001'],
    ['a deadlock at each retry', '40P01'],
    ['nobody listening', 'ECONNREFUSED'],
    ['a reset', 'ECONNRESET'],
    ['no name', 'ENOTFOUND'],
  ])('is SERVICE_UNAVAILABLE with Retry-After: %s', (_what, code) => {
    for (const thrown of [bare(code), wrapped(code)]) {
      expect(codeOf(thrown)).toBe('SERVICE_UNAVAILABLE');
      expect(toDomainError(thrown).extras).toMatchObject({ retryAfter: 5, cause: thrown });
    }
  });

  it.each(['timeout exceeded when trying to connect', 'Connection terminated unexpectedly'])(
    'is SERVICE_UNAVAILABLE for a driver error without a code: %s',
    (message) => {
      expect(codeOf(new Error(message))).toBe('SERVICE_UNAVAILABLE');
    },
  );

  it.each(['42P01', '23514', '53100x', 'x53300', 'ENOENT'])('is not any other error: %s', (code) => {
    expect([codeOf(bare(code)), codeOf(wrapped(code))]).toEqual(['INTERNAL_ERROR', 'INTERNAL_ERROR']);
  });
});
