import {
  type AddressFacts,
  isAtLeast,
  judgeAddress,
  judgeClock,
  judgeNode,
  judgePostgresql,
  judgeSpace,
} from './machine';
import { type ConnectionFacts, judgeConnections, judgeWay, type WayFacts } from './connections';
import { withoutSecrets } from './finding';
import { fieldsOfInfo, judgeRedis, judgeSentinels } from './redis';

describe('versions', () => {
  it.each([
    ['v20.19.0', '20.19.0', true],
    ['v20.18.9', '20.19.0', false],
    ['v22.0.0', '20.19.0', true],
    ['7.2', '6', true],
    ['5.0.14', '6', false],
  ])('%s is at least %s: %p', (version, least, is) => expect(isAtLeast(version, least)).toBe(is));

  it('are compared with the supported ones', () => {
    expect(judgeNode('v20.19.4', '>=20.19.0').state).toBe('ok');
    expect(judgeNode('v18.20.0', '>=20.19.0')).toMatchObject({
      state: 'warning',
      todo: expect.stringContaining('20.19.0'),
    });
    expect(judgePostgresql(150_004, '15.4').state).toBe('ok');
    expect(judgePostgresql(140_011, '14.11').state).toBe('warning');
  });
});

describe('the connection to PostgreSQL', () => {
  const direct: WayFacts = { ownPort: 40_000, seenPort: 40_000, prepared: ['doctor'] };
  const pooled: WayFacts = { ownPort: 40_000, seenPort: 50_000, prepared: ['doctor'] };
  const states = (...of: Parameters<typeof judgeWay>) => judgeWay(...of).map(({ state }) => state);

  it('is ok without a pooler, or with one that supports the statements', () => {
    expect(states(direct, undefined, true)).toEqual(['ok']);
    expect(states({ ownPort: null, seenPort: null, prepared: [] }, direct, true)).toEqual(['ok']);
    expect(states(pooled, direct, false)).toEqual(['ok']);
    expect(states({ ...pooled, prepared: ['PGBOUNCER_1'] }, direct, true)).toEqual(['ok']);
  });

  it('is reported if a pooler affects prepared statements or migrations', () => {
    expect(judgeWay(pooled, direct, true)).toMatchObject([
      { state: 'warning', todo: expect.stringContaining('DATABASE_PREPARED_STATEMENTS=false') },
    ]);
    expect(judgeWay(pooled, pooled, false)).toMatchObject([
      { state: 'warning', said: expect.stringContaining('DATABASE_MIGRATION_URL') },
      { state: 'ok' },
    ]);
  });
});

describe('the comparison with another clock', () => {
  const judged = (there: number) => judgeClock('PostgreSQL', { before: 10_000, there, after: 10_400 });

  it.each([10_000, 10_200, 10_400, 11_400, 9_000])('accepts a reading of %i between 10000 and 10400', (there) =>
    expect(judged(there).state).toBe('ok'),
  );

  it('reports a difference of more than a second without the round trip', () => {
    expect(judged(12_000).said).toBe("The clock of PostgreSQL is 1.6 s ahead of this machine's");
    expect(judged(7_500).said).toBe("The clock of PostgreSQL is 2.5 s behind this machine's");
  });
});

describe('the address that clients use', () => {
  const sound: AddressFacts = {
    isProduction: true,
    publicUrl: 'https://orders.acme.com/procurement',
    hops: 1,
    hostSuffix: undefined,
  };

  it('is ok as https behind counted proxies', () =>
    expect(judgeAddress(sound)).toEqual([
      { state: 'ok', said: 'Links begin with https://orders.acme.com/procurement' },
    ]));

  it.each<[Partial<AddressFacts>, RegExp]>([
    [{ publicUrl: undefined }, /not set/],
    [{ publicUrl: 'http://orders.acme.com' }, /past TLS/],
    [{ publicUrl: 'https://localhost:3000' }, /no client can reach/],
    [{ publicUrl: 'https://orders.acme.com/v1' }, /version twice/],
    [{ hops: 0 }, /TRUSTED_PROXY_HOPS is 0/],
    [{ hostSuffix: 'acme.com' }, /the host of a tenant/],
  ])('is reported with %p', (change, said) =>
    expect(judgeAddress({ ...sound, ...change })).toEqual([
      { state: 'warning', said: expect.stringMatching(said), todo: expect.any(String) },
    ]),
  );

  it('may have any value in development', () =>
    expect(judgeAddress({ ...sound, isProduction: false, publicUrl: undefined })[0]?.state).toBe('ok'));
});

describe('connections', () => {
  const sound: ConnectionFacts = {
    poolSize: 20,
    most: 97,
    open: 10,
    own: 1,
    loginLimit: -1,
    databaseLimit: -1,
    idleSessionTimeout: 0,
    transactionTimeout: 0,
    jobTimeout: 900_000,
  };

  it('are ok if there are enough', () =>
    expect(judgeConnections(sound)).toEqual([{ state: 'ok', said: 'A pool of 20; 10 of 97 connections are open' }]));

  it.each<[Partial<ConnectionFacts>, RegExp]>([
    [{ poolSize: 98 }, /lets the service have 97/],
    [{ loginLimit: 5 }, /lets the service have 5/],
    [{ databaseLimit: 0 }, /lets the service have 0/],
    [{ open: 80 }, /17 of 97 connections are free/],
    [{ idleSessionTimeout: 30_000 }, /closes idle connections after 30000 ms/],
    [{ transactionTimeout: 60_000 }, /ends transactions after 60000 ms/],
    [{ transactionTimeout: 60_000, jobTimeout: 0 }, /ends transactions after 60000 ms/],
  ])('are reported with %p', (change, said) =>
    expect(judgeConnections({ ...sound, ...change })).toEqual([
      { state: 'warning', said: expect.stringMatching(said), todo: expect.any(String) },
    ]),
  );

  it('of the service itself do not count as taken', () =>
    expect(judgeConnections({ ...sound, open: 90, own: 15 })[0]?.state).toBe('ok'));
});

describe('a Redis', () => {
  const info = (more: object = {}): Record<string, string> => ({
    ...fieldsOfInfo(
      '# Server\r\nredis_version:7.0.15\r\nrole:master\r\nmaxmemory:0\r\nmaxmemory_policy:noeviction\r\n',
    ),
    ...more,
  });

  it('is ok with usual settings', () => expect(judgeRedis(info())[0]?.state).toBe('ok'));

  it('is ok if INFO is not permitted', () => expect(judgeRedis({})).toMatchObject([{ state: 'ok' }]));

  it.each([
    [{ redis_version: '5.0.14' }, /older than 6/],
    [{ role: 'slave' }, /replica/],
    [{ maxmemory: '1000', maxmemory_policy: 'volatile-lru' }, /removes keys.*volatile-lru/],
    [{ rdb_last_bgsave_status: 'err' }, /could not write/],
  ])('is reported with %p', (more, said) =>
    expect(judgeRedis(info(more))).toMatchObject([{ state: 'warning', said: expect.stringMatching(said) }]),
  );

  it('without a memory limit never evicts keys', () =>
    expect(judgeRedis(info({ maxmemory_policy: 'allkeys-lru' }))[0]?.state).toBe('ok'));
});

describe('a folder', () => {
  it('is reported if it is nearly full', () => {
    expect(judgeSpace('/tmp', 'exports', 3 * 1024 ** 3)).toEqual({
      state: 'ok',
      said: '/tmp has 3 GiB free, for exports',
    });
    expect(judgeSpace('/tmp', 'exports', 1024 ** 3 - 1)).toMatchObject({ state: 'warning' });
  });
});

describe('the printed text', () => {
  it('contains no secret and is one line', () =>
    expect(
      withoutSecrets('postgres://app:p%40ss@db:5432\n  refused p@ss and p@ss-long', ['p@ss', 'p@ss-long', 'p%40ss']),
    ).toBe('postgres://db:5432 refused *** and ***'));
});

describe('sentinels', () => {
  const names = (primary: string, count: number) =>
    Array.from({ length: count }, (_, place) => ({ sentinel: `s${place}:26379`, primary }));
  const away = { sentinel: 's9:26379', fault: 'ECONNREFUSED' };

  it('are ok as long as a majority responds', () => {
    expect(judgeSentinels('main', [...names('a:1', 2), away])).toEqual([
      { state: 'ok', said: 'The sentinels name a:1 as the primary of main; 2 of 3 sentinels answer' },
    ]);
    expect(judgeSentinels('main', [...names('a:1', 2), away, away])[0]).toMatchObject({
      state: 'warning',
      said: expect.stringContaining('2 of 4 sentinels answer, which is no majority') as string,
    });
  });

  it('are reported if they do not know the group or disagree', () => {
    const said = judgeSentinels('main', [...names('a:1', 1), ...names('b:2', 1), { sentinel: 's7:1' }]).map(
      (finding) => finding.said,
    );
    expect(said).toEqual([
      'These sentinels know no group main: s7:1',
      'The sentinels name different primaries: a:1, b:2',
    ]);
  });
});
