import { readFaultyEnvironment } from './faulty-environment';

const SOUND = {
  DATABASE_URL: 'postgres://app:pass%40word@db/x',
  APP_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
};

describe('an environment with faults', () => {
  it('equals the environment of a start when there are no faults', () => {
    const read = readFaultyEnvironment({ ...SOUND, PORT: '4000' });
    expect(read).toMatchObject({
      faults: [],
      wrong: new Set(),
      environment: { PORT: 4000, ...{ DATABASE_URL: SOUND.DATABASE_URL } },
    });
  });

  it('contains every valid variable and lists the same faults as a start', () => {
    const read = readFaultyEnvironment({
      DATABASE_URL: 'mysql://db',
      REDIS_URL: 'http://r',
      PORT: '4000',
      PROCESS_ROLE: 'worker',
    });
    expect(read.faults).toEqual([
      expect.stringMatching(/^DATABASE_URL: /),
      expect.stringMatching(/^REDIS_URL: /),
      expect.stringMatching(/^APP_ENCRYPTION_KEY: required/),
    ]);
    expect(read.environment.PORT).toBe(4000);
    // Without a valid REDIS_URL this role is not allowed; that is not reported as a separate fault.
    expect([...read.wrong].sort()).toEqual(['APP_ENCRYPTION_KEY', 'DATABASE_URL', 'PROCESS_ROLE', 'REDIS_URL']);
  });

  it.each([
    [{ STORAGE_DRIVER: 's3' }, /^S3_BUCKET: /],
    [{ REDIS_KEY_FILE: __filename }, /^REDIS_KEY_FILE: /],
    [{ REDIS_SENTINEL_USERNAME: 'robot' }, /^REDIS_SENTINEL_PASSWORD, REDIS_SENTINEL_USERNAME: /],
    [{ HTTP_REQUEST_TIMEOUT_MS: '100' }, /^HTTP_HEADERS_TIMEOUT_MS: /],
    [{ PORT: '3001' }, /^ADMIN_PORT: /],
    [{ WEB_CONCURRENCY: '64', REDIS_URL: 'redis://r' }, /^DATABASE_POOL_SIZE: /],
    [{ DATABASE_URL: '', DATABASE_URL_FILE: __filename }, /^DATABASE_URL: /],
  ])('reads the rest when a fault names a variable that is not set, as with %p', (set, fault) =>
    expect(readFaultyEnvironment({ ...SOUND, ...set }).faults).toContainEqual(expect.stringMatching(fault)),
  );

  it('lists the texts to hide: keys, and passwords both encoded and decoded', () => {
    const { secrets } = readFaultyEnvironment({
      ...SOUND,
      AWS_SECRET_ACCESS_KEY: 'aws-secret',
      SMTP_URL: 'smtp://a:mail-word@m',
    });
    expect(secrets).toEqual(
      expect.arrayContaining([SOUND.APP_ENCRYPTION_KEY, 'pass%40word', 'pass@word', 'aws-secret', 'mail-word']),
    );
  });
});
