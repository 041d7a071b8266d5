import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MAX_BODY_BYTES } from '../../../platform/validation';
import type { Row } from '../domain/rows';
import type { ImportKind } from './kind';
import type { FileRecord } from './file-record';
import { recordsOf } from './records';

const LINES = { field: 'items', columns: { description: 'text' }, references: [], ignored: [] } as const;
const KIND = { columns: { notes: 'text' }, references: [], ignored: [], lines: LINES } as unknown as ImportKind;
const HEADINGS = ['external_id', 'notes', 'item_description', 'item_metadata'];

const row = (line: number, ...cells: string[]): Row => ({ line, cells, end: line * 10, endLine: line });

const recordsIn = async (rows: Iterable<Row>, headings: readonly string[] | null = HEADINGS): Promise<FileRecord[]> => {
  const records: FileRecord[] = [];
  const source = (async function* (): AsyncGenerator<Row> {
    yield* await Promise.resolve(rows);
  })();
  for await (const record of recordsOf(KIND, headings, source)) records.push(record);
  return records;
};
const itemsOf = ({ body }: FileRecord): unknown[] => body?.['items'] as unknown[];

describe('a record of an NDJSON line', () => {
  it('has the fields of the object, or a fault if the line is not an object or contains too much', async () => {
    const texts = ['{"external_id": " O1 ", "notes": "x"}', '[1]', '{"b"', '['.repeat(100)];
    const rows = texts.map((text, index) => ({
      ...{ line: index + 1, end: 0, endLine: index + 1 },
      text: Buffer.from(text),
    }));
    const records = await recordsIn(rows, null);
    expect(records.map(({ externalId, body, fault }) => [externalId, body?.['notes'], fault?.text.key])).toEqual([
      ['O1', 'x', undefined],
      [null, undefined, 'imports.not_an_object'],
      [null, undefined, 'imports.json_ends'],
      [null, undefined, 'error.body_depth'],
    ]);
  });
});

describe('a document whose lines are rows of a CSV file', () => {
  const HALF = 'x'.repeat(MAX_BODY_BYTES / 2);

  it('has the consecutive lines with its external id, and the fields that each row repeats', async () => {
    const rows = [
      row(2, 'O1', 'Gate 2', 'Paper', ''),
      row(3, 'O1', ' Gate 2', 'Toner', ''),
      row(4, 'O2', '', 'Chairs', ''),
    ];
    expect(await recordsIn(rows)).toEqual([
      {
        ...{ line: 2, lines: [2, 3], end: 30, endLine: 3, externalId: 'O1' },
        body: { external_id: 'O1', notes: 'Gate 2', items: [{ description: 'Paper' }, { description: 'Toner' }] },
      },
      {
        ...{ line: 4, lines: [4], end: 40, endLine: 4, externalId: 'O2' },
        body: { external_id: 'O2', items: [{ description: 'Chairs' }] },
      },
    ]);
  });

  it.each([
    ['has no external id', row(3, '', '', 'Toner', ''), ['external_id', 'imports.row_without_id', undefined]],
    ['leaves a field of the document empty', row(3, 'O1', '', 'Toner', ''), ['notes', 'imports.rows_disagree', '']],
    [
      'has another value in a field of the document',
      row(3, 'O1', 'Gate 3', 'Toner', ''),
      ['notes', 'imports.rows_disagree', 'Gate 3'],
    ],
    ['has no external id and lacks cells', row(3, '', 'x'), [null, 'imports.cells', undefined]],
  ])('is rejected as a whole if a later row %s', async (_, later, expected) => {
    const rows = [
      row(2, 'O1', 'Gate 2', 'Paper', ''),
      later,
      row(4, 'O1', 'Gate 2', 'Ink', ''),
      row(5, 'O2', '', 'x', ''),
    ];
    const [document, next] = await recordsIn(rows);
    const { field, text } = document?.fault ?? {};
    expect([field, text?.key, text?.params?.['value']]).toEqual(expected);
    expect(document).toMatchObject({ lines: [2, 3, 4], fault: { line: 3 } });
    expect(document?.body).toBeUndefined();
    expect(next?.fault).toBeUndefined();
  });

  it('ends where the headings are repeated, which is an error of that row', async () => {
    const records = await recordsIn([row(2, 'O1', '', 'x', ''), row(3, ...HEADINGS), row(4, 'O2', '', 'x', '')]);
    expect(records.map(({ line, fault }) => [line, fault?.text.key])).toEqual([
      [2, undefined],
      [3, 'imports.headings_again'],
      [4, undefined],
    ]);
  });

  it('may have empty cells after the last heading', async () => {
    const records = await recordsIn([row(2, 'O1', '', 'Paper', '', '', ' '), row(3, 'O2', '', 'Ink', '', 'x')]);
    expect(records.map(({ fault }) => fault?.text.key)).toEqual([undefined, 'imports.cells']);
  });

  it('is rejected as a whole if its lines are larger than a request body, and the next one is accepted', async () => {
    const full = [row(2, 'O1', '', HALF, ''), row(3, 'O1', '', HALF, '')];
    expect((await recordsIn(full)).map((record) => itemsOf(record).length)).toEqual([2]);
    const rows = [...full, row(4, 'O1', '', 'x', ''), row(5, 'O1', '', 'y', ''), row(6, 'O2', '', 'Chairs', '')];
    expect(await recordsIn(rows)).toEqual([
      {
        ...{ line: 2, lines: [2, 3, 4, 5], end: 50, endLine: 5, externalId: 'O1' },
        fault: { line: 2, field: null, text: { key: 'imports.document_too_large', params: { max: MAX_BODY_BYTES } } },
      },
      expect.objectContaining({ externalId: 'O2', lines: [6] }),
    ]);
  });

  it('may repeat its fields in every row, as an export does, without counting them', async () => {
    const rows = Array.from({ length: 6 }, (_, index) => row(index + 2, 'O1', HALF, 'Paper', ''));
    expect((await recordsIn(rows)).map((record) => itemsOf(record).length)).toEqual([6]);
  });

  it('drops lines after one more than the maximum, which rejects it', async () => {
    const rows = Array.from({ length: 1_500 }, (_, index) => row(index + 2, 'O1', '', 'Paper', ''));
    const records = await recordsIn(rows);
    expect(records.map((record) => [itemsOf(record).length, record.lines.length])).toEqual([[1_001, 1_500]]);
  });

  it('does not fill the memory with cells of many small elements', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const inUse = (): number => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const metadata = `[${'{},'.repeat(9_998)}{}]`;
    let most = 0;
    const before = inUse();
    await recordsIn(
      (function* (): Generator<Row> {
        for (let line = 2; line < 302; line += 1) {
          yield row(line, 'O1', '', '', metadata);
          if (line % 20 === 0) most = Math.max(most, inUse() - before);
        }
      })(),
    );
    expect(most / 1024 / 1024).toBeLessThan(80);
  });
});
