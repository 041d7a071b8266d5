import { Readable } from 'node:stream';
import { withoutLimit } from '../../tracing';

/**
 * Rows as a stream of objects. The first one is read before this returns, so that an error until then is answered as any other.
 *
 * The client decides how quickly the others are read. These reads do not count against the time of the request, which would end in the
 * middle of the answer. Each of their statements has its own limit.
 */
export async function streamed(rows: AsyncIterable<unknown>): Promise<Readable> {
  const reading = rows[Symbol.asyncIterator]();
  const first = [await reading.next()];
  const unlimited: AsyncIterableIterator<unknown> = {
    // For each call: it runs in the context of the code that empties the stream.
    next: () => Promise.resolve(first.pop() ?? withoutLimit(() => reading.next())),
    return: () => reading.return?.() ?? Promise.resolve({ done: true, value: undefined }),
    [Symbol.asyncIterator]: () => unlimited,
  };
  return Readable.from(unlimited);
}
