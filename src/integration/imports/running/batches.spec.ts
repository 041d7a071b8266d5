import type { FileRecord } from '../kinds/file-record';
import { inBatches } from './batches';

const KIND = { lines: { field: 'items', columns: {}, references: [], ignored: [] } };

describe('inBatches', () => {
  const sizesOf = async (records: readonly FileRecord[], position = 0): Promise<number[]> => {
    const source = (async function* (): AsyncGenerator<FileRecord> {
      yield* await Promise.resolve(records);
    })();
    const sizes: number[] = [];
    for await (const batch of inBatches(source, KIND, position)) sizes.push(batch.length);
    return sizes;
  };
  const record = (index: number, bytes: number, items: number): FileRecord => ({
    ...{ line: index + 1, lines: [index + 1], externalId: `${index}`, end: (index + 1) * bytes, endLine: index + 1 },
    body: { items: Array.from({ length: items }, () => ({})) },
  });
  const records = (count: number, bytes: number, items: number): FileRecord[] =>
    Array.from({ length: count }, (_, index) => record(index, bytes, items));

  it('ends a batch after a hundred rows', async () => {
    expect(await sizesOf(records(250, 100, 0))).toEqual([100, 100, 50]);
  });

  it('counts the lines of documents', async () => {
    expect(await sizesOf(records(5, 100, 1000))).toEqual([1, 1, 1, 1, 1]);
    expect(await sizesOf(records(5, 100, 50))).toEqual([2, 2, 1]);
  });

  it('ends a batch after 2 MiB of the file, from its start', async () => {
    expect(await sizesOf(records(5, 1024 * 1024, 1))).toEqual([2, 2, 1]);
    const rest = records(5, 1024 * 1024, 1).slice(3);
    expect(await sizesOf(rest, 3 * 1024 * 1024)).toEqual([2]);
  });
});
