import { type Service, startApp } from '../support/app';
import { encoded, recounted, SAMPLE_FILES } from '../support/import-files';
import { errorsOf, imported, sendImport } from '../support/imports';
import { asOwner } from '../support/purchase-orders';

const COLUMNS = {
  id: 'external_id',
  vendor: 'vendor_external_id',
  number: 'invoice_number',
  date: 'invoice_date',
  text: 'item_description',
  quantity: 'item_quantity',
  price: 'item_unit_price',
} as const;

const HEAD = Object.values(COLUMNS).join(',');

describe('import of files from office software', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ works: true });
  });
  afterAll(() => service.stop());

  it.each(SAMPLE_FILES.map((file) => [file.name, file] as const))(
    'reads all amounts and dates correctly: %s',
    async (_, file) => {
      const expected = recounted(file);
      const vendors = Object.keys(expected.sums).map((id) => JSON.stringify({ external_id: id, name: id }));
      await imported(service, 'vendors', vendors.join('\n'), { type: 'application/x-ndjson' });
      const columns = Object.fromEntries(
        Object.entries(COLUMNS).map(([what, name]) => [file.headings[what as keyof typeof COLUMNS], name]),
      );
      await asOwner(service, 'DELETE FROM invoice_items');
      await asOwner(service, 'DELETE FROM invoices');
      const done = await imported(service, 'invoices', encoded(file), {
        type: file.charset ? `text/csv; charset=${file.charset}` : 'text/csv',
        query: { ...file.query, columns: JSON.stringify(columns) },
      });
      const { rows, repeatedHeadings } = expected;
      const messages = (await errorsOf(service, done.id)).map(([, , message]) => message);
      expect(messages).toEqual(
        Array.from({ length: repeatedHeadings }, () => 'The row repeats the headings of the file. Remove it.'),
      );
      const separators: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab' };
      expect(done).toMatchObject({
        rows_total: rows + repeatedHeadings,
        created: rows,
        delimiter: separators[file.separator],
      });
      const sums = await asOwner<{ vendor: string; sum: number }>(
        service,
        `SELECT v.external_id AS vendor, sum(i.subtotal)::float AS sum FROM invoices i JOIN vendors v ON v.id = i.vendor_id
        GROUP BY 1`,
      );
      expect(Object.fromEntries(sums.map(({ vendor, sum }) => [vendor, sum]))).toEqual(expected.sums);
      const days = await asOwner<{ day: string }>(
        service,
        'SELECT invoice_date::text AS day FROM invoices ORDER BY id',
      );
      expect(days.map(({ day }) => day)).toEqual(expected.days);
    },
  );

  const row = (date: string, price: string): string => `${HEAD}\nX1,V1,X-1,${date},x,1,"${price}"\n`;

  it.each([
    [
      'a date with the year last',
      row('31/03/2026', '1'),
      {},
      'invoice_date',
      /"31\/03\/2026" is not a date .* date_format=/,
    ],
    ['a date in another format', row('2026-03-31', '1'), { date_format: 'dd/mm/yyyy' }, 'invoice_date', /date_format=/],
    [
      'a decimal comma',
      row('2026-03-31', '1,5'),
      {},
      'item_unit_price',
      /"1,5" does not match .* decimal= and thousands=/,
    ],
    ['a group of two digits', row('2026-03-31', '1,50'), { thousands: 'comma' }, 'item_unit_price', /thousands=/],
  ])('rejects %s that the request does not declare', async (_, file, query, field, message) => {
    await imported(service, 'vendors', 'external_id,name\nV1,One\n');
    const done = await imported(service, 'invoices', file, { query });
    expect(await errorsOf(service, done.id)).toEqual([[2, field, expect.stringMatching(message)]]);
  });

  it.each([
    ['headings with two separators', 'external_id;name,email\nV;x,\n', {}, 400, 'delimiter', /comma, semicolon/],
    ['an unknown separator', 'external_id|name\nV|x\n', {}, 422, 'file', /one column: "external_id\|name"/],
    [
      'another separator than the declared one',
      'external_id;name\nV;x\n',
      { delimiter: 'comma' },
      422,
      'file',
      /delimiter=/,
    ],
    [
      'a mapped heading that is missing',
      'external_id,name\nV,x\n',
      { columns: '{"Supplier":"name"}' },
      422,
      'file',
      /Supplier/,
    ],
    ['a mapping that is not an object', 'external_id,name\nV,x\n', { columns: '[]' }, 400, 'columns', /JSON object/],
    [
      'one character as decimal and thousands separator',
      'external_id,name\nV,x\n',
      { decimal: 'comma', thousands: 'comma' },
      400,
      'thousands',
      /differ/,
    ],
    [
      'an unknown column, and lists the known ones',
      'external_id,nome\nV,x\n',
      {},
      422,
      'file',
      /Known columns: external_id, metadata, name/,
    ],
  ])('rejects %s', async (_, file, query, status, field, message) => {
    const reply = await sendImport(service, 'vendors', file, { query });
    expect([reply.status, reply.body.error.details]).toEqual([status, { [field]: [expect.stringMatching(message)] }]);
  });

  it('rejects an undeclared charset, an unknown one and one without the character', async () => {
    const send = (bytes: Buffer, type: string) => sendImport(service, 'vendors', bytes, { type });
    const file = Buffer.from('external_id,name\nV,Caf\xe9 \x80\n', 'latin1');
    const undeclared = await send(file, 'text/csv');
    expect(undeclared.body.error.details.file[0]).toMatch(/not text in UTF-8.*charset=/);
    expect((await send(file, 'text/csv; charset=utf-16')).status).toBe(415);
    expect((await send(file, 'application/x-ndjson; charset=windows-1252')).status).toBe(415);
    const latin = await send(file, 'text/csv; charset=iso-8859-1');
    expect([latin.status, latin.body.error.details]).toEqual([
      422,
      { file: [expect.stringMatching(/not a character of iso-8859-1/)] },
    ]);
    expect((await send(file, 'text/csv; charset=Windows-1252')).status).toBe(202);
  });
});
