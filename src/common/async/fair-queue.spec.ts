import { FairQueue, halfOf, QueueFullError, type FairQueueLimits } from './fair-queue';
import { awaitedLater } from '../../../test/support/awaited-later';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function queueOf(limits: Partial<FairQueueLimits> = {}) {
  const queue = new FairQueue({ inFlight: 2, inFlightOfTenant: 1, waitingOfTenant: 10, ...limits });
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  /** Work of the tenant in its first letter. */
  const ask = (name: string, signal?: AbortSignal): Promise<string> =>
    queue.run(
      name.charAt(0),
      () => {
        begun.push(name);
        return new Promise((resolve, reject) => ends.set(name, (error) => (error ? reject(error) : resolve(name))));
      },
      signal,
    );
  const end = async (name: string, error?: Error): Promise<void> => {
    await settle();
    ends.get(name)?.(error);
    await settle();
  };
  return { queue, begun, ask, end };
}

describe('FairQueue', () => {
  it('reserves a slot for a second tenant, under any load of the first one', async () => {
    const { begun, ask, end } = queueOf();
    const first = [ask('a1'), ask('a2'), ask('a3')];
    const second = awaitedLater(ask('b1'));
    await settle();
    expect(begun).toEqual(['a1', 'b1']);
    for (const name of ['a1', 'a2', 'a3', 'b1']) await end(name);
    await expect(Promise.all([...first, second])).resolves.toEqual(['a1', 'a2', 'a3', 'b1']);
  });

  it('serves tenants in turns, and the work of each tenant in order of arrival', async () => {
    const { begun, ask, end } = queueOf({ inFlight: 1 });
    const all = awaitedLater(['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => ask(name)));
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name);
    await Promise.all(all);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  it('serves a new tenant after at most one more piece of work of the first tenant', async () => {
    const { begun, ask, end } = queueOf({ inFlight: 1 });
    const all = awaitedLater(['a1', 'a2', 'a3', 'a4'].map((name) => ask(name)));
    await end('a1');
    const late = awaitedLater(ask('b1'));
    for (const name of ['a2', 'a3', 'b1', 'a4']) await end(name);
    await Promise.all([...all, late]);
    expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'a4']);
  });

  it('skips a tenant at its limit until one of its slots is free', async () => {
    const { begun, ask, end } = queueOf({ inFlight: 3, inFlightOfTenant: 2 });
    const all = awaitedLater(['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => ask(name)));
    await settle();
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    await end('b1');
    expect(begun).toEqual(['a1', 'a2', 'b1', 'b2']);
    await end('b2');
    await end('a1');
    expect(begun).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'a3']);
    for (const name of ['a2', 'a3', 'c1']) await end(name);
    await Promise.all(all);
  });

  it('rejects work over the limit of waiting work at once, only for that tenant', async () => {
    const { begun, ask, end } = queueOf({ inFlight: 1, waitingOfTenant: 1 });
    const all = [ask('a1'), ask('a2')];
    await expect(ask('a3')).rejects.toBeInstanceOf(QueueFullError);
    all.push(ask('b1'));
    for (const name of ['a1', 'a2', 'b1']) await end(name);
    await Promise.all(all);
    expect(begun).toEqual(['a1', 'a2', 'b1']);
  });

  it('frees the slot of failed work', async () => {
    const { ask, end } = queueOf({ inFlight: 1, waitingOfTenant: 1 });
    const broken = ask('a1');
    const next = awaitedLater(ask('a2'));
    await Promise.all([expect(broken).rejects.toThrow('broken'), end('a1', new Error('broken'))]);
    await end('a2');
    await expect(next).resolves.toBe('a2');
  });

  it('drops waiting work when its caller aborts, and no other work', async () => {
    const { begun, ask, end } = queueOf({ inFlight: 1, waitingOfTenant: 2 });
    const first = awaitedLater(ask('a1'));
    const impatient = new AbortController();
    const gone = [ask('a2', impatient.signal), ask('b1', impatient.signal)];
    const stays = awaitedLater(ask('a3'));
    impatient.abort(new Error('the client went away'));
    for (const each of gone) await expect(each).rejects.toThrow('the client went away');
    const late = awaitedLater(ask('c1'));
    await expect(ask('d1', AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
    for (const name of ['a1', 'a3', 'c1']) await end(name);
    await Promise.all([first, stays, late]);
    expect(begun).toEqual(['a1', 'a3', 'c1']);
  });

  it('continues running work when its caller aborts', async () => {
    const { begun, ask, end } = queueOf({ inFlight: 1 });
    const caller = new AbortController();
    const first = awaitedLater(ask('a1', caller.signal));
    const second = awaitedLater(ask('a2'));
    await settle();
    caller.abort(new Error('gone'));
    await settle();
    expect(begun).toEqual(['a1']);
    await end('a1');
    await end('a2');
    await expect(Promise.all([first, second])).resolves.toEqual(['a1', 'a2']);
  });

  it('frees a slot once, however often the work reports its end', async () => {
    const { queue, begun, ask, end } = queueOf({ inFlight: 1 });
    const leave = await queue.enter('a');
    expect(queue.isAtCap('a')).toBe(true);
    const waiting = [ask('a1'), ask('a2')];
    leave();
    leave();
    await settle();
    expect(begun).toEqual(['a1']);
    await end('a1');
    await end('a2');
    await Promise.all(waiting);
    expect(queue.isAtCap('a')).toBe(false);
  });

  it('respects its limits over many turns, and ends without running work', async () => {
    const queue = new FairQueue({ inFlight: 5, inFlightOfTenant: 3, waitingOfTenant: 1_000 });
    const now: Record<string, number> = {};
    const most: Record<string, number> = {};
    const count = (name: string, by: number): void => {
      now[name] = (now[name] ?? 0) + by;
      most[name] = Math.max(most[name] ?? 0, now[name]);
    };
    const visit = (tenant: string): Promise<void> =>
      queue.run(tenant, async () => {
        for (const name of [tenant, 'all']) count(name, 1);
        await settle();
        for (const name of [tenant, 'all']) count(name, -1);
      });
    await Promise.all(Array.from({ length: 600 }, (_, index) => visit('aaabbc'.charAt(index % 6))));
    expect(most).toEqual({ a: 3, b: 3, c: expect.any(Number), all: 5 });
    expect(now).toEqual({ a: 0, b: 0, c: 0, all: 0 });
  });
});

it.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [50, 25],
])('of %d slots a tenant may use %d', (places, cap) => expect(halfOf(places)).toBe(cap));
