import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import fc from 'fast-check';
import { csvFile } from '../../../platform/http';
import { MAX_BODY_BYTES } from '../../../platform/validation';
import { csvRows } from './csv-rows';
import { inspect } from './inspect';
import { ndjsonRows } from './ndjson-rows';
import { BrokenFileError, type Row } from '../domain/rows';
import { FileSlices } from './file-slices';

/** The bytes in small pieces, as from a network. */
const pieces = (text: string | Buffer, size = 3): Readable => {
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) parts.push(bytes.subarray(at, at + size));
  return Readable.from(parts);
};

const all = async (rows: AsyncIterable<Row>): Promise<Row[]> => {
  const found: Row[] = [];
  for await (const row of rows) found.push(row);
  return found;
};
const cells = async (text: string): Promise<unknown[]> => (await all(csvRows(pieces(text)))).map((row) => row.cells);

describe('rows of a CSV file', () => {
  // The cases of csv-spectrum (https://github.com/maxogden/csv-spectrum).
  it.each<[string, string, string[][]]>([
    [
      'simple',
      'a,b,c\n1,2,3\n',
      [
        ['a', 'b', 'c'],
        ['1', '2', '3'],
      ],
    ],
    [
      'simple with CRLF',
      'a,b,c\r\n1,2,3\r\n',
      [
        ['a', 'b', 'c'],
        ['1', '2', '3'],
      ],
    ],
    [
      'comma in quotes',
      'first,last\nJohn,"120 any st., Anytown, WW"\n',
      [
        ['first', 'last'],
        ['John', '120 any st., Anytown, WW'],
      ],
    ],
    [
      'escaped quotes',
      'a,b\n1,"ha ""ha"" ha"\n3,4\n',
      [
        ['a', 'b'],
        ['1', 'ha "ha" ha'],
        ['3', '4'],
      ],
    ],
    [
      'empty',
      'a,b,c\n1,"",""\n2,3,4\n',
      [
        ['a', 'b', 'c'],
        ['1', '', ''],
        ['2', '3', '4'],
      ],
    ],
    [
      'empty with CRLF',
      'a,b,c\r\n1,"",""\r\n2,3,4\r\n',
      [
        ['a', 'b', 'c'],
        ['1', '', ''],
        ['2', '3', '4'],
      ],
    ],
    [
      'json',
      'key,val\n1,"{""type"": ""Point"", ""coordinates"": [102.0, 0.5]}"\n',
      [
        ['key', 'val'],
        ['1', '{"type": "Point", "coordinates": [102.0, 0.5]}'],
      ],
    ],
    [
      'newlines',
      'a,b,c\n1,2,3\n"Once upon \na time",5,6\n7,8,9\n',
      [
        ['a', 'b', 'c'],
        ['1', '2', '3'],
        ['Once upon \na time', '5', '6'],
        ['7', '8', '9'],
      ],
    ],
    [
      'newlines with CRLF',
      'a,b,c\r\n1,2,3\r\n"Once upon \r\na time",5,6\r\n7,8,9\r\n',
      [
        ['a', 'b', 'c'],
        ['1', '2', '3'],
        ['Once upon \r\na time', '5', '6'],
        ['7', '8', '9'],
      ],
    ],
    [
      'quotes and newlines',
      'a,b\n1,"ha \n""ha"" \nha"\n3,4\n',
      [
        ['a', 'b'],
        ['1', 'ha \n"ha" \nha'],
        ['3', '4'],
      ],
    ],
    [
      'utf8',
      'a,b,c\n1,2,3\n4,5,ʤ\n',
      [
        ['a', 'b', 'c'],
        ['1', '2', '3'],
        ['4', '5', 'ʤ'],
      ],
    ],
    [
      'location coordinates',
      'Contact Phone Number,Location Coordinates\n19773914,"(50.8, -1.1)"\n',
      [
        ['Contact Phone Number', 'Location Coordinates'],
        ['19773914', '(50.8, -1.1)'],
      ],
    ],
  ])('are parsed correctly: %s', async (_, text, expected) => {
    expect(await cells(text)).toEqual(expected);
  });

  it('have their line numbers and end positions, with any line ending', async () => {
    const text = '\ufeffa,b\r\n1,"x\r\ny"\r\n\r\n3,é\n4,"q""q"\r5,6';
    const bytes = Buffer.from(text);
    const rows = await all(csvRows(pieces(text, 2)));
    expect(rows.map(({ line, cells }) => [line, cells])).toEqual([
      [1, ['a', 'b']],
      [2, ['1', 'x\r\ny']],
      [5, ['3', 'é']],
      [6, ['4', 'q"q']],
      [7, ['5', '6']],
    ]);
    for (const [index, { end, endLine }] of rows.entries()) {
      const later = await all(csvRows(pieces(bytes.subarray(end)), { position: end, line: endLine }));
      expect(later).toEqual(rows.slice(index + 1));
    }
  });

  it('match what an export has written', async () => {
    const text = fc.stringMatching(/^[-=+@'\t\n\r",;a \u2028\uFF1D]{0,8}$/);
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 4 }), async (texts) => {
        const written = Readable.from(texts.map((one) => ({ id: 'x', one })));
        const stream = (await csvFile('x.csv', ['id', 'one'], written)).getStream();
        const rows = await all(csvRows(pieces(await textOf(stream))));
        expect(rows.slice(1).map(({ cells: found }) => found?.[1])).toEqual(texts);
      }),
    );
  });

  it('do not include rows with only separators', async () => {
    const text = 'a,b\n1,2\n,\n , \n"",""\n3,4\n,,\n';
    const rows = await all(csvRows(pieces(text)));
    expect(rows.map(({ line, cells }) => [line, cells])).toEqual([
      [1, ['a', 'b']],
      [2, ['1', '2']],
      [6, ['3', '4']],
    ]);
  });

  it('contain formulas as text, without the apostrophe that an export puts before them', async () => {
    expect(await cells("=1+1,'=1+1,''=1,+966 5,O'Brien,'quoted'\n")).toEqual([
      ['=1+1', '=1+1', "'=1", '+966 5', "O'Brien", "'quoted'"],
    ]);
  });

  it.each([
    ['an unclosed quote', 'a,b\n1,"2\n3,4\n', 'imports.quote_not_closed', 2],
    ['an unclosed quote in a long file', `a,b\n1,2\n3,"${'x\n'.repeat(600_000)}`, 'imports.csv_row_too_long', 3],
    [
      'a row that is too long',
      `a,b\n"1\r\n",2\n3,${'x'.repeat(MAX_BODY_BYTES / 4)}\n5,6\n`,
      'imports.csv_row_too_long',
      4,
    ],
    ['text after a quote', 'a,b\n1,2\n"3"x,4\n', 'imports.quote', 3],
    ['a quote within a cell', 'a,b\n1,2\n3,x"4\n', 'imports.quote', 3],
  ])('fail with the line of %s', async (_, text, key, line) => {
    const failed = await all(csvRows(pieces(text, 65_536))).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(BrokenFileError);
    expect(failed).toMatchObject({ key, params: { line } });
  });
});

describe('rows of an NDJSON file', () => {
  it('are its lines, without blank ones', async () => {
    const text = '\ufeff{"a":1}\n\n[1]\r\n \t\n{"é":"x"}';
    const rows = await all(ndjsonRows(pieces(text)));
    expect(rows.map(({ line, text: bytes }) => [line, bytes?.toString('utf8')])).toEqual([
      [1, '{"a":1}'],
      [3, '[1]\r'],
      [5, '{"é":"x"}'],
    ]);
    const bytes = Buffer.from(text);
    for (const [index, { end, endLine }] of rows.entries()) {
      const later = await all(ndjsonRows(pieces(bytes.subarray(end)), { position: end, line: endLine }));
      expect(later).toEqual(rows.slice(index + 1));
    }
  });
});

describe('the inspection of a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'imports-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const look = (bytes: string | Buffer, format: 'csv' | 'ndjson' = 'csv') => {
    const path = join(folder, 'file');
    writeFileSync(path, bytes);
    return inspect(path, format, { checkHeadings: (headings) => headings }, new FileSlices());
  };

  it('finds headings, row count and start of the first row', async () => {
    expect(await look('\ufeffa, b\n1,2\n3,4')).toEqual({
      headings: ['a', 'b'],
      rows: 2,
      start: { position: 8, line: 1 },
      delimiter: 'comma',
    });
    expect(await look('{"a":1}\n', 'ndjson')).toEqual({
      headings: null,
      rows: 1,
      start: { position: 0, line: 0 },
      delimiter: undefined,
    });
  });

  it.each<[string, string | Buffer, string]>([
    ['UTF-16', Buffer.from('\ufeffa,b\n1,2', 'utf16le'), 'imports.encoding'],
    ['Latin-1', Buffer.from('a,b\né,2', 'latin1'), 'imports.encoding'],
    ['cut inside a character', Buffer.from('a,b\n1,é').subarray(0, -1), 'imports.encoding'],
    ['a zero byte', 'a,b\n1,\0', 'imports.encoding'],
    ['empty', '', 'imports.no_rows'],
    ['headings alone', 'a,b\n', 'imports.no_rows'],
    ['100,001 rows', `a\n${'x\n'.repeat(100_001)}`, 'imports.too_many_rows'],
  ])('rejects a file: %s', async (_, bytes, key) => {
    await expect(look(bytes)).rejects.toMatchObject({ key });
  });
});
