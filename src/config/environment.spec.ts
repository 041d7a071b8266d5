import { ConfigurationError, readEnvironment, shareOfProcess } from './environment';

const REQUIRED = {
  DATABASE_URL: 'postgres://app@127.0.0.1/procurement',
  APP_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
};
const REDIS_URL = 'redis://127.0.0.1:6379';

function faultsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readEnvironment({ ...REQUIRED, ...env });
    return [];
  } catch (error) {
    return (error as ConfigurationError).faults;
  }
}

describe('the public address', () => {
  it.each(['https://procure.example', 'http://127.0.0.1:8080/', 'https://example.com/procurement'])(
    'may be %s',
    (url) => {
      expect(faultsOf({ PUBLIC_URL: url })).toEqual([]);
    },
  );

  it.each(['procure.example', 'ftp://procure.example', 'https://user@procure.example', 'https://procure.example/?a=b'])(
    'is refused: %s',
    (url) => {
      expect(faultsOf({ PUBLIC_URL: url })).toEqual([expect.stringMatching(/^PUBLIC_URL: must be an address/)]);
    },
  );
});

describe('several processes of an instance', () => {
  it('share what the instance may have, and never take more connections than it', () => {
    const instance = readEnvironment({
      ...REQUIRED,
      REDIS_URL,
      WEB_CONCURRENCY: '3',
      DATABASE_POOL_SIZE: '20',
      WEBHOOK_CONCURRENCY: '50',
      PDF_QUEUE_LIMIT: '20',
    });
    expect(shareOfProcess(instance)).toEqual({
      ...instance,
      DATABASE_POOL_SIZE: 6,
      WEBHOOK_CONCURRENCY: 17,
      PDF_QUEUE_LIMIT: 7,
    });
  });

  it('leave a single process what it had', () => {
    const instance = readEnvironment(REQUIRED);
    expect(instance.WEB_CONCURRENCY).toBe(1);
    expect(shareOfProcess(instance)).toEqual(instance);
  });

  it('need a Redis to count in, and connections for each', () => {
    expect(faultsOf({ WEB_CONCURRENCY: '2' })).toEqual([expect.stringMatching(/^WEB_CONCURRENCY: .*REDIS_URL/)]);
    expect(faultsOf({ REDIS_URL, WEB_CONCURRENCY: '11' })).toEqual([expect.stringMatching(/^DATABASE_POOL_SIZE: /)]);
    expect(faultsOf({ REDIS_URL, WEB_CONCURRENCY: '10' })).toEqual([]);
    expect(faultsOf({ REDIS_URL, WEB_CONCURRENCY: '0' })).toEqual([expect.stringMatching(/^WEB_CONCURRENCY: /)]);
  });
});
