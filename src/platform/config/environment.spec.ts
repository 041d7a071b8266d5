import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyRingOf, shareOfProcess } from './config.module';
import { ConfigurationError, readEnvironment } from './environment';
import { misspelled } from './faulty-environment';

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
    'accepts %s',
    (url) => {
      expect(faultsOf({ PUBLIC_URL: url })).toEqual([]);
    },
  );

  it.each(['procure.example', 'ftp://procure.example', 'https://user@procure.example', 'https://procure.example/?a=b'])(
    'rejects %s',
    (url) => {
      expect(faultsOf({ PUBLIC_URL: url })).toEqual([expect.stringMatching(/^PUBLIC_URL: must be an address/)]);
    },
  );
});

describe('Redis sentinels', () => {
  const REDIS_SENTINELS = 's1.example, 10.0.0.2:26380,[2001:db8::3]:26379';

  it('parses addresses; the group is the host of REDIS_URL', () => {
    const given = { ...REQUIRED, REDIS_URL: 'redis://:p@MyGroup/2', REDIS_SENTINELS };
    expect(readEnvironment(given).REDIS_SENTINELS).toEqual([
      { host: 's1.example', port: 26_379 },
      { host: '10.0.0.2', port: 26_380 },
      { host: '2001:db8::3', port: 26_379 },
    ]);
  });

  it.each([
    [{ REDIS_SENTINELS }, /^REDIS_SENTINELS: needs a REDIS_URL/],
    [{ REDIS_SENTINELS, REDIS_URL }, /^REDIS_URL: .* name of the group/],
    [{ REDIS_SENTINELS: 'redis://s1:26379', REDIS_URL: 'redis://main' }, /^REDIS_SENTINELS: must be addresses/],
    [{ REDIS_SENTINELS: 's1:port', REDIS_URL: 'redis://main' }, /^REDIS_SENTINELS: must be addresses/],
    [{ REDIS_SENTINELS: ',', REDIS_URL: 'redis://main' }, /^REDIS_SENTINELS: must be addresses/],
    [{ REDIS_URL, REDIS_SENTINEL_PASSWORD: 'p' }, /^REDIS_SENTINEL_PASSWORD.*: need REDIS_SENTINELS/],
    [{ REDIS_URL: 'redis://main', REDIS_SENTINELS, REDIS_SENTINEL_USERNAME: 'u' }, /needs REDIS_SENTINEL_PASSWORD/],
  ])('rejects %j', (env, fault) => expect(faultsOf(env)).toEqual([expect.stringMatching(fault)]));
});

describe('several processes of one instance', () => {
  it('share the limits of the instance and never open more connections than it allows', () => {
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

  it('leave the limits unchanged for a single process', () => {
    const instance = readEnvironment(REQUIRED);
    expect(instance.WEB_CONCURRENCY).toBe(1);
    expect(shareOfProcess(instance)).toEqual(instance);
  });

  it('require Redis for shared counters, and enough connections for each process', () => {
    expect(faultsOf({ WEB_CONCURRENCY: '2' })).toEqual([expect.stringMatching(/^WEB_CONCURRENCY: .*REDIS_URL/)]);
    expect(faultsOf({ REDIS_URL, WEB_CONCURRENCY: '11' })).toEqual([expect.stringMatching(/^DATABASE_POOL_SIZE: /)]);
    expect(faultsOf({ REDIS_URL, WEB_CONCURRENCY: '10' })).toEqual([]);
    expect(faultsOf({ REDIS_URL, WEB_CONCURRENCY: '0' })).toEqual([expect.stringMatching(/^WEB_CONCURRENCY: /)]);
  });
});

describe('missing or invalid variables', () => {
  const faults = (env: NodeJS.ProcessEnv): readonly string[] => {
    try {
      readEnvironment(env);
      return [];
    } catch (error) {
      return (error as ConfigurationError).faults;
    }
  };

  it('reports all of them at once, and a missing variable as required with an example', () => {
    expect(faults({ LOG_LEVEL: 'loud' })).toEqual([
      expect.stringMatching(/^LOG_LEVEL: /),
      'DATABASE_URL: required, such as postgres://user:password@host:5432/database',
      'APP_ENCRYPTION_KEY: required, such as 32 random bytes in base64 (openssl rand -base64 32)',
    ]);
  });

  it.each([
    ['DATABASE_URL', 'mysql://app:private@127.0.0.1/procurement'],
    ['DATABASE_URL', 'postgres//app:private@127.0.0.1'],
    ['DATABASE_MIGRATION_URL', 'http://owner:private@127.0.0.1/'],
    ['REDIS_URL', 'http://:private@127.0.0.1:6379'],
    ['SMTP_URL', 'https://mail:private@127.0.0.1'],
    ['S3_ENDPOINT', 'ftp://key:private@127.0.0.1'],
  ])('rejects a scheme other than %s without repeating the value', (name, value) => {
    const found = faultsOf({ [name]: value });
    expect(found).toEqual([expect.stringMatching(new RegExp(`^${name}: must be a URL that begins with `))]);
    expect(found.join()).not.toContain('private');
  });

  it.each([
    ['DATABASE_URL', 'postgresql://app@localhost/procurement'],
    ['REDIS_URL', 'rediss://cache.example:6380/1'],
    ['SMTP_URL', 'smtps://mail.example'],
  ])('accepts the other scheme of %s', (name, value) => {
    expect(faultsOf({ [name]: value })).toEqual([]);
  });
});

describe('the listeners of a process', () => {
  it('need different ports, except in a worker, which has only one listener', () => {
    expect(faultsOf({ PORT: '4000', ADMIN_PORT: '4000' })).toEqual([expect.stringMatching(/^ADMIN_PORT: /)]);
    expect(faultsOf({ PORT: '4000', ADMIN_PORT: '4000', REDIS_URL, PROCESS_ROLE: 'worker' })).toEqual([]);
    expect(faultsOf({ ADMIN_PORT: '0' })).toEqual([]);
  });

  it('allow a whole request at least as long as its head', () => {
    const env = { HTTP_HEADERS_TIMEOUT_MS: '20000', HTTP_REQUEST_TIMEOUT_MS: '10000' };
    expect(faultsOf(env)).toEqual([expect.stringMatching(/^HTTP_HEADERS_TIMEOUT_MS: /)]);
  });
});

describe('delays between the attempts of a delivery', () => {
  it.each(['60,300,1800', '0.05', '60,3600,86400,172800,345600,604800', Array(12).fill(60).join(',')])(
    'accepts %s',
    (delays) => {
      expect(faultsOf({ WEBHOOK_RETRY_DELAYS: delays })).toEqual([]);
    },
  );

  it.each(['0', '-1', '604801', 'soon', '60,,300', 'Infinity', Array(13).fill(60).join(',')])(
    'rejects %s',
    (delays) => {
      expect(faultsOf({ WEBHOOK_RETRY_DELAYS: delays })).toEqual([
        expect.stringMatching(/^WEBHOOK_RETRY_DELAYS: must be up to 12 numbers of seconds, each up to 604800/),
      ]);
    },
  );
});

describe('encryption keys with ids', () => {
  const base64 = (fill: number): string => Buffer.alloc(32, fill).toString('base64');
  const { APP_ENCRYPTION_KEY: _alone, ...WITHOUT } = REQUIRED;
  const ringOf = (keys: string, env: NodeJS.ProcessEnv = WITHOUT) =>
    keyRingOf(readEnvironment({ ...env, APP_ENCRYPTION_KEYS: keys }));

  it('form a ring whose first key encrypts; a single key forms a ring that encrypts in the format of 0.1.0', () => {
    const { keys, format } = ringOf(`2026b:${base64(2)},2026a:${base64(1)}`);
    expect([format, ...keys.map(({ id, key }) => [id, key.export().toString('base64')])]).toEqual([
      'v2',
      ['2026b', base64(2)],
      ['2026a', base64(1)],
    ]);
    const alone = keyRingOf(readEnvironment(REQUIRED));
    expect([alone.format, alone.keys.map(({ id }) => id)]).toEqual(['v1', ['default']]);
  });

  it('may be combined with a single key that is one of them', () => {
    expect(ringOf(`2026b:${base64(2)},2026a:${base64(0)}`, REQUIRED).keys).toHaveLength(2);
    expect(faultsOf({ APP_ENCRYPTION_KEYS: `2026b:${base64(2)}` })).toEqual([
      expect.stringMatching(/^APP_ENCRYPTION_KEY: must be left out beside APP_ENCRYPTION_KEYS/),
    ]);
  });

  it.each([
    ['', /^APP_ENCRYPTION_KEY: required/],
    [base64(1), /must be keys with ids/],
    [`Upper:${base64(1)}`, /must be keys with ids/],
    [`${'a'.repeat(33)}:${base64(1)}`, /must be keys with ids/],
    [`a:${base64(1).slice(8)}`, /the key a must be 32 bytes/],
    [`a:${base64(1)},a:${base64(2)}`, /an id for two keys/],
    [`a:${base64(1)},b:${base64(1)}`, /the same key twice/],
    [Array.from({ length: 9 }, (_, n) => `k${n}:${base64(n)}`).join(), /1 to 8 keys/],
  ])('rejects %s', (APP_ENCRYPTION_KEYS, fault) => {
    const found = (() => {
      try {
        readEnvironment({ ...WITHOUT, APP_ENCRYPTION_KEYS });
        return '';
      } catch (error) {
        return (error as ConfigurationError).faults.join();
      }
    })();
    expect(found).toMatch(fault);
    expect(found).not.toContain(base64(1).slice(8));
  });
});

describe('a secret in a file', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'procurement-secrets-'))));
  afterEach(() => rmSync(folder, { recursive: true }));
  const file = (text: string): string => {
    writeFileSync(join(folder, 'secret'), text);
    return join(folder, 'secret');
  };

  it.each(['\n', '\r\n', ''])('is read without one trailing newline: %j', (end) => {
    const { DATABASE_URL: url, ...without } = REQUIRED;
    expect(readEnvironment({ ...without, DATABASE_URL_FILE: file(url + end) }).DATABASE_URL).toBe(url);
    expect(readEnvironment({ ...REQUIRED, REDIS_URL_FILE: file(`${REDIS_URL}\n\n`) }).REDIS_URL).toBe(`${REDIS_URL}\n`);
  });

  it.each([
    ['DATABASE_MIGRATION_URL', REQUIRED.DATABASE_URL],
    ['DATABASE_REPLICA_URL', REQUIRED.DATABASE_URL],
    ['SMTP_URL', 'smtp://127.0.0.1:25'],
  ] as const)('is the value of %s', (name, url) => {
    expect(readEnvironment({ ...REQUIRED, [`${name}_FILE`]: file(url) })[name]).toBe(url);
  });

  it('reports the file as the fault, and does not also report its variable as missing', () => {
    const { APP_ENCRYPTION_KEY: key, ...without } = REQUIRED;
    const gone = join(folder, 'gone');
    expect(faultsOf({ SMTP_URL_FILE: gone })).toEqual([`SMTP_URL_FILE: ${gone} cannot be read (ENOENT)`]);
    expect(faultsOf({ SMTP_URL_FILE: folder })).toEqual([`SMTP_URL_FILE: ${folder} cannot be read (EISDIR)`]);
    expect(faultsOf({ SMTP_URL_FILE: file('\n') })).toEqual([expect.stringMatching(/^SMTP_URL_FILE: .* is empty$/)]);
    expect(faultsOf({ APP_ENCRYPTION_KEY_FILE: file(key) })).toEqual([
      'APP_ENCRYPTION_KEY_FILE: must not be given beside APP_ENCRYPTION_KEY; take one away',
    ]);
    expect(() => readEnvironment({ ...without, APP_ENCRYPTION_KEY_FILE: gone })).toThrow(
      `The configuration is not valid:\n  - APP_ENCRYPTION_KEY_FILE: ${gone} cannot be read (ENOENT)`,
    );
  });

  it('must exist and contain PEM when it is for TLS', () => {
    expect(faultsOf({ WEBHOOK_CA_FILE: join(folder, 'gone') })).toEqual([
      expect.stringMatching(/^WEBHOOK_CA_FILE: .* cannot be read \(ENOENT\)/),
    ]);
    expect(faultsOf({ SMTP_CA_FILE: file('no certificate') })).toEqual([
      expect.stringMatching(/^SMTP_CA_FILE: .* holds no PEM text/),
    ]);
  });
});

describe('an unknown variable', () => {
  it.each([
    ['WEBHOK_TIMEOUT_MS', 'is WEBHOOK_TIMEOUT_MS meant?'],
    ['APP_ENCRYPTION_KEY_FIEL', 'is APP_ENCRYPTION_KEY_FILE meant?'],
    ['WEBHOOK_PATIENCE', 'The variable WEBHOOK_PATIENCE is not read'],
  ])('is reported when its name resembles a variable of the service: %s', (name, sentence) => {
    expect(misspelled({ ...REQUIRED, [name]: '1' })).toEqual([expect.stringContaining(sentence)]);
  });

  it('is not reported when it is blank or belongs to Kubernetes, the system or other programs', () => {
    const others = { DATABASE_PORT_5432_TCP_ADDR: '1', REDIS_SERVICE_HOST: '1', DATABASE_SERVICE_PORT: '1', HOME: '/' };
    expect(misspelled({ ...REQUIRED, ...others, POST: '1', OTEL_SERVICE_NAME: 'x', WEBHOK_TIMEOUT_MS: '' })).toEqual(
      [],
    );
  });
});
