import type { PooledClient } from './pipelined-client';
import { SharedConnections } from './shared-connections';
import { awaitedLater } from '../../../../test/support/awaited-later';

describe('shared connections', () => {
  const given: { released: unknown[] }[] = [];
  const connect = jest.fn(() => {
    const client = { released: [] as unknown[], on: jest.fn(), off: jest.fn() };
    given.push(client);
    const release = (broken?: boolean): number => client.released.push(broken);
    return Promise.resolve(Object.assign(client, { release }) as unknown as PooledClient);
  });

  function work(): {
    readonly on: Promise<PooledClient>;
    run(client: PooledClient): Promise<string>;
    end(error?: Error): void;
  } {
    let begin: (client: PooledClient) => void = () => undefined;
    let end: (error?: Error) => void = () => undefined;
    const on = new Promise<PooledClient>((resolve) => (begin = resolve));
    const ended = new Promise<string>((resolve, reject) => {
      end = (error) => (error ? reject(error) : resolve('done'));
    });
    const run = (client: PooledClient): Promise<string> => {
      begin(client);
      return ended;
    };
    return { on, run, end: (error) => end(error) };
  }

  const never = (): boolean => false;
  const always = (): boolean => true;
  const settled = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

  beforeEach(() => {
    given.length = 0;
    connect.mockClear();
  });

  it('gives each of the first users a connection, later ones the least used, and releases unused ones', async () => {
    const shared = new SharedConnections(connect, 2);
    const works = [work(), work(), work(), work()];
    const uses = awaitedLater(works.map(({ run }) => shared.use(run, never)));
    const clients = await Promise.all(works.map(({ on }) => on));
    expect(new Set(clients).size).toBe(2);
    expect(clients[2]).toBe(clients[0]);
    expect(clients[3]).toBe(clients[1]);

    works[0]?.end();
    await uses[0];
    const fifth = work();
    const fifthUse = awaitedLater(shared.use(fifth.run, never));
    expect(await fifth.on).toBe(clients[0]);

    for (const { end } of [...works, fifth]) end();
    expect(await Promise.all([...uses, fifthUse])).toEqual(Array.from({ length: 5 }, () => 'done'));
    expect(given.map(({ released }) => released)).toEqual([[undefined], [undefined]]);
    expect(connect).toHaveBeenCalledTimes(2);
  });

  it('gives a lost connection to no new user, and releases it as broken after its last user', async () => {
    const shared = new SharedConnections(connect, 1);
    const [first, second, third] = [work(), work(), work()];
    const uses = [shared.use(first.run, always), shared.use(second.run, always)];
    const gone = await second.on;
    first.end(new Error('lost'));
    expect(await settled(uses[0] as Promise<unknown>)).toEqual(new Error('lost'));
    expect(given[0]?.released).toEqual([]);

    const use = awaitedLater(shared.use(third.run, always));
    expect(await third.on).not.toBe(gone);
    second.end(new Error('lost'));
    await settled(uses[1] as Promise<unknown>);
    expect(given[0]?.released).toEqual([true]);
    third.end();
    await use;
    expect(given[1]?.released).toEqual([undefined]);
  });

  it('retains a connection when only its work failed', async () => {
    const shared = new SharedConnections(connect, 1);
    const [first, second] = [work(), work()];
    const uses = [shared.use(first.run, never), shared.use(second.run, never)];
    await second.on;
    first.end(new Error('refused'));
    await settled(uses[0] as Promise<unknown>);
    second.end();
    await uses[1];
    expect(given.map(({ released }) => released)).toEqual([[undefined]]);
  });

  it('rejects every waiting user with the connection error, and connects again for the next one', async () => {
    connect.mockImplementationOnce(() => Promise.reject(new Error('full')));
    const shared = new SharedConnections(connect, 1);
    const refused = [shared.use(() => Promise.resolve(1), never), shared.use(() => Promise.resolve(2), never)];
    expect(await Promise.all(refused.map(settled))).toEqual([new Error('full'), new Error('full')]);
    expect(await shared.use(() => Promise.resolve(3), never)).toBe(3);
  });
});
