import { STATUS } from './status';
import { toDomainError } from './to-domain-error';

const statusOf = (thrown: unknown): number => STATUS[toDomainError(thrown).code];
/** As TypeORM wraps what pg throws. */
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
    ['nobody listening', 'ECONNREFUSED'],
    ['a reset', 'ECONNRESET'],
    ['no name', 'ENOTFOUND'],
  ])('is 503, with the seconds to wait: %s', (_what, code) => {
    for (const thrown of [bare(code), wrapped(code)]) {
      expect(statusOf(thrown)).toBe(503);
      expect(toDomainError(thrown).extras).toMatchObject({ retryAfter: 5, cause: thrown });
    }
  });

  it.each(['timeout exceeded when trying to connect', 'Connection terminated unexpectedly'])(
    'is 503 where the driver gives no code: %s',
    (message) => {
      expect(statusOf(new Error(message))).toBe(503);
    },
  );

  it.each(['42P01', '23514', '53100x', 'x53300', 'ENOENT'])('is not any other fault: %s', (code) => {
    expect([statusOf(bare(code)), statusOf(wrapped(code))]).toEqual([500, 500]);
  });
});
