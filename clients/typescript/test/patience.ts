import { ConnectionError, MemoryStore, follow, mirror, type ChangeEntry } from 'procurement-client';

/** A program with only the packed client, and no service. Prints the pauses of a copy as JSON. */

/** Runs the work without waiting, and returns the intended pauses in milliseconds. */
async function pausesOf(work: () => Promise<void>): Promise<(number | undefined)[]> {
  const whole = globalThis.setTimeout;
  const pauses: (number | undefined)[] = [];
  globalThis.setTimeout = ((run: () => void, milliseconds?: number) => {
    pauses.push(milliseconds);
    return whole(run, 0);
  }) as typeof setTimeout;
  await work().finally(() => (globalThis.setTimeout = whole));
  return pauses;
}

const VENDOR_CHANGED: ChangeEntry = {
  id: '0b9c7a1e-5d3f-4a51-8d0c-7f8a5a3c9e21',
  event: 'vendor.updated',
  resource: { type: 'vendor', id: 7, version: 2 },
};

/** A feed that returns these parts, and then empty ones. */
const feedOf = (told: ChangeEntry[][]) => () =>
  Promise.resolve({ data: { data: told.shift() ?? [], meta: { next_cursor: 'c', has_more: told.length > 0 } } });

/** Pauses: none after a part with changes, a second after an empty one, the first pause again after an outage. */
async function patience() {
  const idle = await pausesOf(async () => {
    let parts = 0;
    for await (const _part of follow(feedOf([[VENDOR_CHANGED], [], [VENDOR_CHANGED]]))) if ((parts += 1) === 6) break;
  });
  const outages = await pausesOf(async () => {
    const end = new AbortController();
    const store = new MemoryStore<object>();
    await store.commit([], 'c');
    let [reads, kept] = [0, 0];
    const get = () => ((reads += 1) % 2 ? Promise.reject(new ConnectionError('away')) : Promise.resolve({}));
    const all = () => {
      throw new Error('a copy that has a cursor is not taken anew');
    };
    await mirror({
      ask: feedOf(Array.from({ length: 10 }, () => [VENDOR_CHANGED])),
      store,
      resources: { vendor: { get, all } },
      signal: end.signal,
      onKept: () => {
        if ((kept += 1) === 3) end.abort();
      },
    });
  });
  return { idle, outages };
}

process.stdout.write(JSON.stringify(await patience()));
