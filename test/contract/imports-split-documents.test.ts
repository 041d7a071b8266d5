import { type Service, startApp } from '../support/app';
import type { Loose } from '../support/client';
import { errorsOf, imported, sendImport } from '../support/imports';
import { asOwner } from '../support/purchase-orders';

const ORDERS = 'external_id,vendor_external_id,item_description,item_quantity,item_unit_price\n';
const INVOICES =
  'external_id,vendor_external_id,invoice_number,invoice_date,item_description,item_quantity,item_unit_price\n';

const split = (first: number, again: number): string =>
  `The rows of one document must follow each other. This one begins in line ${first} and continues in line ${again}.`;

describe('import of documents with separated rows', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ works: true });
    await imported(service, 'vendors', 'external_id,name\nV1,Najd Paper\n');
  });
  afterAll(() => service.stop());

  const linesOf = (table: string, lines: string, document: string): Promise<unknown[]> =>
    asOwner(
      service,
      `SELECT d.external_id AS id, count(*)::int AS lines FROM ${table} d JOIN ${lines} l ON l.${document} = d.id GROUP BY 1 ORDER BY 1`,
    );
  const orders = () => linesOf('purchase_orders', 'purchase_order_items', 'purchase_order_id');
  const invoices = () => linesOf('invoices', 'invoice_items', 'invoice_id');

  it.each([['true'], ['false']])('rejects all rows of the order but no other order (dry_run=%s)', async (dryRun) => {
    const rows = ['O1,V1,Paper,1,10', 'O2,V1,Toner,1,10', 'O1,V1,Ink,1,10', 'O3,V1,Desk,1,10', 'O1,V1,Pens,1,10'];
    const done = await imported(service, 'purchase_orders', `${ORDERS}${rows.join('\n')}\n`, {
      query: { dry_run: dryRun },
    });
    expect(done).toMatchObject({ status: 'done', rows_total: 5, rows_failed: 3, created: 2, unchanged: 0 });
    expect(await errorsOf(service, done.id)).toEqual([
      [2, null, split(2, 4)],
      [4, null, split(2, 4)],
      [6, null, split(2, 4)],
    ]);
    expect(await orders()).toEqual(
      dryRun === 'true'
        ? []
        : [
            { id: 'O2', lines: 1 },
            { id: 'O3', lines: 1 },
          ],
    );
  });

  it('finds the first row of the order many batches earlier', async () => {
    const between = Array.from({ length: 250 }, (_, index) => `P${index},V1,Toner,1,10`);
    const done = await imported(
      service,
      'purchase_orders',
      `${ORDERS}O9,V1,Paper,1,10\n${between.join('\n')}\nO9,V1,Ink,1,10\n`,
      { query: { dry_run: 'true' } },
    );
    expect(done).toMatchObject({ status: 'done', rows_failed: 2, created: 250 });
    expect(await errorsOf(service, done.id)).toEqual([
      [2, null, split(2, 253)],
      [253, null, split(2, 253)],
    ]);
  });

  it('rejects the invoice, with an error in Arabic too', async () => {
    const rows = ['I1,V1,B-1,2026-03-01,Paper,1,10', 'I2,V1,B-2,2026-03-01,Ink,1,10', 'I1,V1,B-1,2026-03-01,Pens,1,10'];
    const done = await imported(service, 'invoices', `${INVOICES}${rows.join('\n')}\n`);
    expect(done).toMatchObject({ status: 'done', rows_failed: 2, created: 1 });
    expect(await invoices()).toEqual([{ id: 'I2', lines: 1 }]);
    const arabic = await service.client().raw('GET', `/imports/${done.id}/errors`, undefined, {
      headers: { 'accept-language': 'ar' },
    });
    const errors = JSON.parse(arabic.text).data as Loose[];
    expect(errors.map(({ line, external_id: id, message }) => [line, id, message])).toEqual([
      [2, 'I1', expect.stringMatching(/يبدأ هذا المستند عند السطر 2 .* 4/)],
      [4, 'I1', expect.stringMatching(/يبدأ هذا المستند عند السطر 2 .* 4/)],
    ]);
  });

  it('rejects an order that is twice in an NDJSON file', async () => {
    const order = (id: string, description: string): string =>
      JSON.stringify({
        external_id: id,
        vendor_external_id: 'V1',
        items: [{ description, quantity: 1, unit_price: 10 }],
      });
    const file = [order('N1', 'Paper'), order('N2', 'Toner'), order('N1', 'Ink')].join('\n');
    const done = await imported(service, 'purchase_orders', file, { type: 'application/x-ndjson' });
    expect(done).toMatchObject({ status: 'done', rows_failed: 2, created: 1, unchanged: 0 });
    const twice = 'The file has this document twice: in line 1 and in line 3.';
    expect(await errorsOf(service, done.id)).toEqual([
      [1, null, twice],
      [3, null, twice],
    ]);
    expect(await orders()).not.toContainEqual({ id: 'N1', lines: 1 });
  });

  it.each([
    ['has too many cells', ['C1,V1,Paper,1,10', 'C1,V1,Ink, black,1,10', 'C1,V1,Pens,1,10'], 3],
    ['is the first and has too few cells', ['C2,V1,Paper,1', 'C2,V1,Ink,1,10'], 2],
    ['is the last and has too few cells', ['C3,V1,Paper,1,10', 'C3,V1,Ink'], 3],
  ])('rejects the whole order if one of its rows %s', async (_, rows, line) => {
    const done = await imported(service, 'purchase_orders', `${ORDERS}${rows.join('\n')}\n`);
    expect(done).toMatchObject({ status: 'done', rows_failed: rows.length, created: 0 });
    expect(await errorsOf(service, done.id)).toEqual([
      [line, null, 'The row has more or fewer cells than the headings.'],
    ]);
  });

  it('approves no part of an order whose second row has no external id', async () => {
    const file = `${ORDERS}B1,V1,First,1,100\n,,Second,1,900\n,,,,\nB2,V1,Desk,1,10\n`;
    const done = await imported(service, 'purchase_orders', file, { query: { approve: 'true' } });
    expect(done).toMatchObject({ status: 'done', rows_total: 3, rows_failed: 2, created: 1 });
    expect(await errorsOf(service, done.id)).toEqual([
      [3, 'external_id', expect.stringMatching(/^Line 3 has no external_id, .* begins in line 2 is rejected/)],
    ]);
    expect(await orders()).not.toContainEqual(expect.objectContaining({ id: 'B1' }));
  });

  it('rejects an order whose rows name two vendors', async () => {
    const done = await imported(service, 'purchase_orders', `${ORDERS}B3,V1,First,1,100\nB3,V2,Second,1,900\n`);
    expect(done).toMatchObject({ status: 'done', rows_failed: 2, created: 0 });
    const message =
      'Line 3 has "V2" in vendor_external_id, but line 2 of the same document has "V1". ' +
      'Write the same value in each row of the document.';
    expect(await errorsOf(service, done.id)).toEqual([[3, 'vendor_external_id', message]]);
  });

  it('rejects a row that repeats the headings and imports the others', async () => {
    const vendors = 'external_id,name\nH1,One\nexternal_id,name\n,\nH2,Two\n';
    const done = await imported(service, 'vendors', vendors);
    expect(done).toMatchObject({ status: 'done', rows_total: 3, rows_failed: 1, created: 2 });
    expect(await errorsOf(service, done.id)).toEqual([
      [3, null, 'The row repeats the headings of the file. Remove it.'],
    ]);
  });

  it('rejects both rows of a repeated vendor unless allow_repeated_ids is set', async () => {
    const between = Array.from({ length: 150 }, (_, index) => `T${index},Between\n`).join('');
    const file = `external_id,name\nR1,First\n${between}R1,Second\n`;
    const refused = await imported(service, 'vendors', file);
    expect(refused).toMatchObject({ rows_failed: 2, created: 150 });
    const message = expect.stringMatching(/^The file has this external_id twice: in line 2 and in line 153\./);
    expect(await errorsOf(service, refused.id)).toEqual([
      [2, null, message],
      [153, null, message],
    ]);
    const named = `SELECT name FROM vendors WHERE external_id = 'R1'`;
    expect(await asOwner(service, named)).toEqual([]);
    const query = { allow_repeated_ids: 'true' };
    const allowed = await imported(service, 'vendors', file, { query });
    expect(allowed).toMatchObject({ rows_failed: 0, created: 1, changed: 1, unchanged: 150 });
    expect(await asOwner(service, named)).toEqual([{ name: 'Second' }]);
    const orders = await sendImport(service, 'purchase_orders', `${ORDERS}O1,V1,x,1,1\n`, { query });
    expect([orders.status, orders.body.error.details]).toEqual([
      422,
      { allow_repeated_ids: ['Not allowed for orders and invoices: a file can contain each of them only once.'] },
    ]);
  });
});
