import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';
import { asRequest, remainingTime } from '../../tracing';
import { csvFile } from './csv';
import { ndjsonFile } from './ndjson';

describe('the rows of a list that is streamed', () => {
  it.each([
    ['CSV', (rows: AsyncIterable<{ left: number }>) => csvFile('rows.csv', ['left'], rows), 'left\r\n'],
    ['NDJSON', (rows: AsyncIterable<{ left: number }>) => ndjsonFile('rows.ndjson', rows), ''],
  ])('are read without the time limit of their request, but for the first: %s', async (_, file, head) => {
    const left: number[] = [];
    const rows = async function* () {
      for (let row = 1; row <= 100; row += 1) {
        left.push(remainingTime());
        await Promise.resolve();
        yield { left: row };
      }
    };
    const text = await asRequest('a-request', async () => textOf((await file(rows())).getStream()));
    expect(text.startsWith(head)).toBe(true);
    expect(left[0]).toBeLessThanOrEqual(15_000);
    expect(left.slice(1)).toEqual(Array.from({ length: 99 }, () => Infinity));
  });

  it('are read no further when nobody reads the file any more', async () => {
    let ended = false;
    const rows = async function* () {
      try {
        for (;;) yield await Promise.resolve({ one: 1 });
      } finally {
        ended = true;
      }
    };
    const stream = (await ndjsonFile('rows.ndjson', rows())).getStream();
    await once(stream, 'readable');
    stream.destroy();
    await once(stream, 'close');
    expect(ended).toBe(true);
  });
});
