import { MAX_BODY_BYTES } from '../../../platform/validation';
import { csvRows } from './csv-rows';
import { ndjsonRows } from './ndjson-rows';
import type { Row } from '../domain/rows';

async function* pieces(text: string, size = 4096): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

const all = async (rows: AsyncIterable<Row>): Promise<Row[]> => {
  const found: Row[] = [];
  for await (const row of rows) found.push(row);
  return found;
};

describe('limits of a file', () => {
  const chunksOf = (chunk: string, count: number): { bytes: AsyncIterable<Buffer>; read: () => number } => {
    let read = 0;
    const generate = async function* (): AsyncGenerator<Buffer> {
      yield await Promise.resolve(Buffer.from('external_id,name\n'));
      while (read < count) {
        read += 1;
        yield Buffer.from(chunk);
      }
    };
    return { bytes: generate(), read: () => read };
  };

  it.each([
    ['csv', csvRows],
    ['ndjson', ndjsonRows],
  ])('stop reading 100,000,000 blank lines early (%s)', async (_, read) => {
    const file = chunksOf('\n'.repeat(1000), 100_000);
    await expect(all(read(file.bytes))).rejects.toMatchObject({ key: 'imports.too_many_blank_lines' });
    expect(file.read()).toBeLessThanOrEqual(110);
  });

  it('stop reading rows of 1 MB of quotes in the first row', async () => {
    const file = chunksOf('"'.repeat(1000), 90_000);
    await expect(all(csvRows(file.bytes))).rejects.toMatchObject({
      key: 'imports.csv_row_too_long',
      params: { line: 2, max: 512 },
    });
    expect(file.read()).toBeLessThan(530);
  });

  it('stop reading rows with more than 1,000 cells', async () => {
    const file = `a,b\n"${','.repeat(5000)}",1\n1${','.repeat(1000)}\n`;
    await expect(all(csvRows(pieces(file)))).rejects.toMatchObject({
      key: 'imports.too_many_cells',
      params: { line: 3, max: 1000 },
    });
    expect(await all(csvRows(pieces(file.replace(/,\n$/, '\n'))))).toHaveLength(3);
  });

  it('allow rows as long as the longest valid ones', async () => {
    const row = `O1,"${'""'.repeat(70_000)}","${'م'.repeat(70_000)}"`;
    expect(await all(csvRows(pieces(`${row}\n${row}\n`, 65_536)))).toHaveLength(2);
    const line = JSON.stringify({ notes: 'م'.repeat(1_000_000) });
    expect(await all(ndjsonRows(pieces(`${line}\n${line}\n`, 65_536)))).toHaveLength(2);
    await expect(all(ndjsonRows(pieces(`{}\n${'x'.repeat(MAX_BODY_BYTES + 1)}`, 65_536)))).rejects.toMatchObject({
      key: 'imports.row_too_long',
      params: { line: 2, max: 2048 },
    });
  });
});
