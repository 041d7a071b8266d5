import type { Query, UnitOfWork } from '../../../platform/database';
import { ManualClock } from '../../../../test/support/manual-clock';
import { ReadinessChecks } from '../../../platform/health';
import { TokenLookups } from './token-lookups';
import { awaitedLater } from '../../../../test/support/awaited-later';

const hashOf = (index: number): string => Buffer.from(`token ${index}`).toString('base64');

/** A running statement with the texts of its hashes. */
interface Statement {
  readonly asked: readonly string[];
  readonly succeed: (rows: readonly object[]) => void;
  readonly fail: (error: Error) => void;
}

describe('token lookups', () => {
  let statements: Statement[];
  let clock: ManualClock;
  let readiness: ReadinessChecks;
  let lookups: TokenLookups;

  beforeEach(() => {
    statements = [];
    clock = new ManualClock('2026-03-10T09:00:00.000Z');
    readiness = new ReadinessChecks();
    const unscoped = ({ values }: Query): Promise<readonly object[]> =>
      new Promise((succeed, fail) => {
        const asked = (values[0] as Buffer[]).map(String);
        statements.push({ asked, succeed, fail });
      });
    lookups = new TokenLookups({ unscoped } as unknown as UnitOfWork, clock, readiness);
    lookups.onModuleInit();
  });

  const find = (index: number) => lookups.find(hashOf(index));
  const statement = (index: number): Statement => {
    const found = statements[index];
    if (!found) throw new Error(`statement ${index} was sent`);
    return found;
  };
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('run two statements at a time, and the next one looks up all collected tokens, up to 1,000', async () => {
    const answers = awaitedLater(Array.from({ length: 1_502 }, (_, index) => find(index)));
    expect(statements.map(({ asked }) => asked)).toEqual([['token 0'], ['token 1']]);
    statement(0).succeed([]);
    await settled();
    expect(statement(2).asked).toHaveLength(1_000);
    expect(statements).toHaveLength(3);
    statement(1).succeed([]);
    await settled();
    expect(statement(3).asked).toHaveLength(500);
    statement(2).succeed([{ place: 3, token_id: 7 }]);
    statement(3).succeed([]);
    const found = (await Promise.all(answers)).flatMap((row, index) => (row ? [[index, row]] : []));
    expect(found).toEqual([[4, { token_id: 7 }]]);
    expect(statements).toHaveLength(4);
  });

  it(
    'look up a token once for all waiting requests, and again for one that arrives after the statement ' + 'started',
    async () => {
      const early = awaitedLater([find(0), find(1), find(2), find(2), find(2)]);
      statement(0).succeed([]);
      await settled();
      expect(statement(2).asked).toEqual(['token 2']);
      const later = awaitedLater(find(2));
      statement(1).succeed([]);
      await settled();
      expect(statement(3).asked).toEqual(['token 2']);
      statement(2).succeed([{ place: 1, token_id: 2 }]);
      statement(3).succeed([]);
      expect(await Promise.all([...early, later])).toEqual([
        undefined,
        undefined,
        ...Array(3).fill({ token_id: 2 }),
        undefined,
      ]);
    },
  );

  it('reject only the requests whose statement failed, and answer the others', async () => {
    const failing = find(0);
    const others = awaitedLater([find(1), find(2)]);
    statement(0).fail(new Error('connection lost'));
    await expect(failing).rejects.toThrow('connection lost');
    await settled();
    statement(1).succeed([]);
    statement(2).succeed([{ place: 1, token_id: 3 }]);
    expect(await Promise.all(others)).toEqual([undefined, { token_id: 3 }]);
  });

  it('respond 503 with Retry-After after 15 s, and drop tokens without a waiting request', async () => {
    const timers = jest.spyOn(globalThis, 'setTimeout');
    const all = Promise.allSettled([find(0), find(1), find(2)]);
    for (const [end, milliseconds] of timers.mock.calls) if (milliseconds === 15_000) end();
    timers.mockRestore();
    const refusal = { code: 'SERVICE_UNAVAILABLE', extras: { retryAfter: expect.any(Number) } };
    expect(await all).toMatchObject(Array(3).fill({ status: 'rejected', reason: refusal }));
    statement(0).succeed([]);
    await settled();
    expect(statements).toHaveLength(2);
  });

  it('report busy in readiness while a request waits longer than a second', async () => {
    const first = awaitedLater(find(0));
    clock.advance(1_000);
    expect(await readiness.run()).toEqual({ tokens: 'ok' });
    clock.advance(1);
    expect(await readiness.run()).toEqual({ tokens: 'busy' });
    statement(0).succeed([]);
    await first;
    expect(await readiness.run()).toEqual({ tokens: 'ok' });
  });
});
