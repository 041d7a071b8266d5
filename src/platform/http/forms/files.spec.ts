import { once } from 'node:events';
import { read as readSheet, utils as sheets } from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { pythonRows } from '../../../../test/support/python-csv';
import { asRequest, remainingTime } from '../../tracing';
import { type CsvCell, csvFile, ndjsonFile, plainCell } from './files';

type Row = Readonly<Record<string, CsvCell>>;

const file = async (rows: readonly Row[], columns = ['name', 'amount', 'note']): Promise<string> =>
  textOf((await csvFile('report.csv', columns, Readable.from(rows))).getStream());

const STARTS_FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

const ATTACK = "Acme\n=cmd|' /C calc'!A0";
const BREAKS = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'];

const hostileText = fc
  .array(fc.constantFrom(...BREAKS, '=', '+', '-', '@', '\t', '"', "'", ',', ';', ' ', 'a', '1', '\uFF1D', '|'), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''));

const hostileRows = fc.array(fc.record({ amount: fc.integer(), name: hostileText, note: hostileText }), {
  minLength: 1,
  maxLength: 5,
});
const COLUMNS = ['amount', 'name', 'note'];
const cells = (rows: readonly Row[]): string[][] => [
  COLUMNS,
  ...rows.map((row) =>
    COLUMNS.map((column) => (typeof row[column] === 'string' ? plainCell(row[column]) : String(row[column]))),
  ),
];

describe('a cell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ["'-Five", "''-Five"],
    ["''=1", "'''=1"],
    ["'quoted'", "'quoted'"],
    ['\t=1', "'\t=1"],
    ['\uFF1D1', "'\uFF1D1"],
    [ATTACK, "Acme\n'=cmd|' /C calc'!A0"],
    ['a\r=1\r\n+2\n\n@3\u2028-4', "a\r'=1\r\n'+2\n\n'@3\u2028'-4"],
    ['Najd Paper Co.', 'Najd Paper Co.'],
    ['a=b, c@d.example, 3-4', 'a=b, c@d.example, 3-4'],
    ['', ''],
  ])('%j becomes %j', (text, plain) => expect(plainCell(text)).toBe(plain));
});

describe('a CSV file', () => {
  it('leaves numbers, booleans and empty cells unchanged', async () => {
    expect(
      await file([
        { name: 'a', amount: -12.5, note: null },
        { name: 'b', amount: 0, note: true },
      ]),
    ).toBe('name,amount,note\r\na,-12.5,\r\nb,0,1\r\n');
  });

  it('is parsed correctly by a strict reader (RFC 4180) for any content', async () => {
    await fc.assert(
      fc.asyncProperty(hostileRows, async (rows) => {
        const read = parse(await file(rows, COLUMNS), {
          record_delimiter: '\r\n',
          relax_quotes: false,
          skip_empty_lines: false,
        });
        expect(read).toEqual(cells(rows));
      }),
    );
  });

  it('is parsed correctly by Python for any content', async () => {
    await fc.assert(
      fc.asyncProperty(hostileRows, async (rows) => {
        expect(pythonRows(await file(rows, COLUMNS))).toEqual(cells(rows));
      }),
    );
  });

  it('contains no formula for a spreadsheet, and no additional row', async () => {
    await fc.assert(
      fc.asyncProperty(hostileRows, async (rows) => {
        const book = readSheet(await file(rows, COLUMNS), { type: 'string', cellFormula: true });
        const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {};
        const { e: end } = sheets.decode_range(sheet['!ref'] ?? 'A1');
        expect([end.r, end.c]).toEqual([rows.length, COLUMNS.length - 1]);
        const formulas = Object.values(sheet).filter(
          (cell) => typeof cell === 'object' && cell !== null && 'f' in cell,
        );
        expect(formulas).toEqual([]);
      }),
    );
  });

  it('begins no line with a formula, even for a reader that ignores quotes', async () => {
    await fc.assert(
      fc.asyncProperty(hostileRows, async (rows) => {
        const text = await file(
          rows.map(({ name, note }) => ({ amount: 'x', name, note })),
          COLUMNS,
        );
        for (const line of text.split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/)) expect(line).not.toMatch(STARTS_FORMULA);
      }),
    );
  });

  it('would contain formulas without the escaping: the reader of this test detects them', () => {
    const book = readSheet('name\r\n=1+1\r\n', { type: 'string', cellFormula: true });
    expect(book.Sheets[book.SheetNames[0] ?? '']?.['A2']).toMatchObject({ f: '1+1' });
  });
});

describe('the rows of a streamed list', () => {
  it.each([
    ['CSV', (rows: AsyncIterable<{ left: number }>) => csvFile('rows.csv', ['left'], rows), 'left\r\n'],
    ['NDJSON', (rows: AsyncIterable<{ left: number }>) => ndjsonFile('rows.ndjson', rows), ''],
  ])('are read without the time limit of the request, except for the first row: %s', async (_, file, head) => {
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

  it('are not read further when the file is no longer read', async () => {
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
