import { Readable } from 'node:stream';
import { withoutLimit } from '../../tracing';

/**
 * Rows as a stream of objects. The first one is read before this returns, so that an error until then is answered as any other.
 *
 * The others are read as quickly as the client takes them, which may be long, so the reads do not count against
 * the time of the request: it would end in the middle of an answer that has begun. Each of their statements has its own limit.
 */
export async function streamed(rows: AsyncIterable<unknown>): Promise<Readable> {
  const reading = rows[Symbol.asyncIterator]();
  const first = [await reading.next()];
  const unlimited: AsyncIterableIterator<unknown> = {
    // Each time anew: whoever empties the stream calls this, and it runs in the caller's context.
    next: () => Promise.resolve(first.pop() ?? withoutLimit(() => reading.next())),
    return: () => reading.return?.() ?? Promise.resolve({ done: true, value: undefined }),
    [Symbol.asyncIterator]: () => unlimited,
  };
  return Readable.from(unlimited);
}
