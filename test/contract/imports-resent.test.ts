import { type Service, startApp } from '../support/app';
import { errorsOf, imported } from '../support/imports';
import { asOwner } from '../support/purchase-orders';

const HEAD =
  'external_id,vendor_external_id,notes,total_amount,item_description,item_quantity,item_unit_price,item_vat_rate\n';
const INVOICE_HEAD =
  'external_id,vendor_external_id,invoice_number,invoice_date,item_external_id,item_description,item_quantity,item_unit_price\n';

describe('import of documents with changed contents', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ works: true });
    await imported(service, 'vendors', 'external_id,name\nV1,Najd Paper\nV2,Rawabi Steel\n');
  });
  afterAll(() => service.stop());

  const send = async (resource: string, file: string, query: Record<string, string> = {}) => {
    const { id, created, changed, unchanged, rows_failed: failed } = await imported(service, resource, file, { query });
    return { counts: { created, changed, unchanged, failed }, errors: await errorsOf(service, id) };
  };
  const orderOf = async (externalId: string) => {
    const [order] = await asOwner<{ notes: string; total: number; lines: string[] }>(
      service,
      `SELECT notes, total_amount::float AS total, (SELECT array_agg(description || ' ' || quantity::float ORDER BY line_number)
                FROM purchase_order_items i WHERE i.purchase_order_id = o.id) AS lines
         FROM purchase_orders o WHERE external_id = $1`,
      [externalId],
    );
    return order;
  };

  it('changes fields, lines and total of a draft', async () => {
    const first = `${HEAD}O1,V1,Gate 2,,Paper,1,100,0\nO1,V1,Gate 2,,Ink,1,50,0\nO1,V1,Gate 2,,Pens,1,5,0\n`;
    expect((await send('purchase_orders', first)).counts).toMatchObject({ created: 1 });
    expect((await send('purchase_orders', first)).counts).toMatchObject({ changed: 0, unchanged: 1 });
    const fewer = `${HEAD}O1,V1,Gate 3,350,Paper,3,100,0\nO1,V1,Gate 3,350,Ink,1,50,0\n`;
    const { counts, errors } = await send('purchase_orders', fewer);
    expect([counts, errors]).toEqual([{ created: 0, changed: 1, unchanged: 0, failed: 0 }, []]);
    expect(await orderOf('O1')).toEqual({ notes: 'Gate 3', total: 350, lines: ['Paper 3', 'Ink 1'] });
    expect((await send('purchase_orders', `${fewer}O1,V1,Gate 3,350,Clips,1,0,0\n`)).counts).toMatchObject({
      changed: 1,
    });
    expect((await orderOf('O1'))?.lines).toEqual(['Paper 3', 'Ink 1', 'Clips 1']);
  });

  it('rejects a draft with a wrong total and does not change it', async () => {
    await send('purchase_orders', `${HEAD}O2,V1,,100,Paper,1,100,0\n`);
    const { counts, errors } = await send('purchase_orders', `${HEAD}O2,V1,,100,Paper,2,100,0\n`);
    expect(counts).toMatchObject({ changed: 0, failed: 1 });
    expect(errors).toEqual([[2, 'total_amount', 'The file has 100, but the computed amount is 200.']]);
    expect(await orderOf('O2')).toMatchObject({ total: 100, lines: ['Paper 1'] });
    const unchanged = await send('purchase_orders', `${HEAD}O2,V1,,99,Paper,1,100,0\n`);
    expect(unchanged.errors).toEqual([[2, 'total_amount', 'The file has 99, but the computed amount is 100.']]);
  });

  it.each(['true', 'false'])(
    'rejects an approved order and names each field that differs (dry_run=%s)',
    async (dryRun) => {
      const approved = `${HEAD}O3,V1,Gate 2,,Paper,1,100,0\n`;
      await send('purchase_orders', approved, { approve: 'true' });
      expect((await send('purchase_orders', approved)).counts).toMatchObject({ unchanged: 1, failed: 0 });
      const { counts, errors } = await send('purchase_orders', `${HEAD}O3,V1,Gate 9,,Paper,2,100,0\n`, {
        dry_run: dryRun,
      });
      expect(counts).toMatchObject({ changed: 0, unchanged: 0, failed: 1 });
      expect(errors).toEqual([
        [
          2,
          'notes',
          'The file has "Gate 9", the stored document has "Gate 2". The field cannot be changed in the status approved.',
        ],
        [
          2,
          'item_quantity',
          'The file has "2", the stored document has "1". The field cannot be changed in the status approved.',
        ],
      ]);
    },
  );

  it('changes an undecided invoice, but rejects another vendor or fewer lines', async () => {
    const row = (vendor: string, quantity: number, line = 'L1'): string =>
      `I1,${vendor},B-1,2026-03-01,${line},Paper,${quantity},10\n`;
    expect((await send('invoices', INVOICE_HEAD + row('V1', 1))).counts).toMatchObject({ created: 1 });
    expect((await send('invoices', INVOICE_HEAD + row('V1', 1))).counts).toMatchObject({ unchanged: 1 });
    expect((await send('invoices', INVOICE_HEAD + row('V1', 2) + row('V1', 5, 'L2'))).counts).toMatchObject({
      changed: 1,
    });
    const quantities = `SELECT quantity::float AS quantity FROM invoice_items ORDER BY line_number`;
    expect(await asOwner(service, quantities)).toEqual([{ quantity: 2 }, { quantity: 5 }]);
    const fixed = await send('invoices', INVOICE_HEAD + row('V2', 2));
    expect(fixed.counts).toMatchObject({ changed: 0, failed: 1 });
    expect(fixed.errors.map(([line, field]) => [line, field])).toEqual([
      [2, 'vendor_id'],
      [2, 'line_items'],
    ]);
  });

  it('stores and counts the warnings of each row', async () => {
    const invoices =
      INVOICE_HEAD +
      'I5,V1,B-55,2026-03-01,,Paper,1,770\n' +
      'I6,V1,B-56,2026-03-01,,Paper,1,770\nI7,V1,B-57,2026-04-01,,x,1,1\n';
    for (const dryRun of ['true', 'false']) {
      const done = await imported(service, 'invoices', invoices, { query: { dry_run: dryRun } });
      expect(done).toMatchObject({ created: 3, rows_failed: 0, warnings: 1 });
      expect(await errorsOf(service, done.id)).toEqual([]);
      const warnings = await service.client().get(`/imports/${done.id}/errors`, 200, { severity: 'warning' });
      expect(warnings).toEqual([
        { line: 3, external_id: 'I6', field: null, code: 'DUPLICATE_SUSPECTED', message: expect.stringMatching(/./) },
      ]);
    }
  });

  it('stores a warning once if another row of the batch is rejected', async () => {
    const invoices =
      INVOICE_HEAD +
      'I8,V1,B-58,2026-05-01,,Paper,1,880\nI9,V1,B-59,2026-05-01,,Paper,1,880\nI10,V9,B-60,x,,x,1,1\nI11,V1,B-59,2026-05-01,,x,1,1\n';
    const done = await imported(service, 'invoices', invoices);
    expect(done).toMatchObject({ created: 2, rows_failed: 2, warnings: 1 });
    const csv = await service.client().raw('GET', `/imports/${done.id}/errors?severity=warning`, undefined, {
      headers: { accept: 'text/csv' },
    });
    const [headings, ...rows] = csv.text.trim().split('\r\n');
    expect(headings).toBe(`import_line,import_message,${INVOICE_HEAD.trim()}`);
    expect(rows).toEqual([expect.stringMatching(/^3,.*,I9,V1,B-59,2026-05-01,,Paper,1,880$/)]);
  });
});
