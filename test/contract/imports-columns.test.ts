import { type Service, startApp } from '../support/app';
import { errorsOf, imported, sendImport } from '../support/imports';
import { asOwner } from '../support/purchase-orders';

const NDJSON = 'application/x-ndjson';

describe('columns that the service sets', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ works: true });
    await imported(service, 'vendors', 'external_id,name\nV1,Najd Paper\n');
  });
  afterAll(() => service.stop());

  const orders = async (): Promise<string[]> => {
    const rows = await asOwner<{ external_id: string }>(service, 'SELECT external_id FROM purchase_orders ORDER BY 1');
    return rows.map(({ external_id: id }) => id);
  };

  it('are rejected by name unless the request ignores them', async () => {
    const file = 'external_id,name,status,created_at\nV2,Rawabi Steel,blocked,2020-01-01\n';
    const { status, body } = await sendImport(service, 'vendors', file);
    expect([status, body.error.details]).toEqual([
      422,
      {
        file: [
          'The service sets these columns itself: status, created_at. Remove them, or name them in ignore_columns.',
        ],
      },
    ]);
    const done = await imported(service, 'vendors', file, { query: { ignore_columns: 'status, created_at' } });
    expect(done).toMatchObject({ created: 1, rows_failed: 0 });
  });

  it('can be ignored together with unknown columns', async () => {
    const file = 'external_id,name,Remarks,Remarks\nV3,Gulf Steel,x,y\n';
    expect((await sendImport(service, 'vendors', file)).status).toBe(422);
    const done = await imported(service, 'vendors', file, { query: { ignore_columns: 'Remarks' } });
    expect(done).toMatchObject({ created: 1, rows_failed: 0 });
  });

  it('are an error of an NDJSON line, with the path of the field', async () => {
    const file = '{"external_id":"V4","name":"Four","total_spend":9}\n{"external_id":"V5","name":"Five"}\n';
    const done = await imported(service, 'vendors', file, { type: NDJSON });
    expect(done).toMatchObject({ created: 1, rows_failed: 1 });
    expect(await errorsOf(service, done.id)).toEqual([[1, 'total_spend', expect.stringContaining('ignore_columns')]]);
  });

  it('are allowed in a file of an export for an import', async () => {
    const csv = await imported(service, 'vendors', 'external_id,name,status,export_version\nV6,Six,active,1\n');
    const line = '{"external_id":"V7","name":"Seven","status":"active","export_version":1}\n';
    const ndjson = await imported(service, 'vendors', line, { type: NDJSON });
    expect([csv, ndjson]).toEqual([
      expect.objectContaining({ created: 1, rows_failed: 0 }),
      expect.objectContaining({ created: 1, rows_failed: 0 }),
    ]);
  });

  it('reject an order whose amounts differ from the computed ones', async () => {
    const file = [
      'external_id,vendor_external_id,total_amount,item_description,item_quantity,item_unit_price,item_vat_rate,item_total',
      'O1,V1,115,Paper,1,100,15,115',
      'O2,V1,900,Ink,1,100,15,115',
      'O3,V1,230.00,Desk,1,100,15,115',
      'O3,V1,230.00,Chair,1,100,15,114.99',
      'O4,V1,,Pens,1,100,15,soon',
    ].join('\n');
    const done = await imported(service, 'purchase_orders', file);
    expect(done).toMatchObject({ created: 1, rows_failed: 4 });
    expect(await errorsOf(service, done.id)).toEqual([
      [3, 'total_amount', 'The file has 900, but the computed amount is 115.'],
      [5, 'item_total', 'The file has 114.99, but the computed amount is 115.'],
      [6, 'item_total', 'Must be a number.'],
    ]);
    expect(await orders()).toEqual(['O1']);
  });

  it('reject an NDJSON invoice with a different line total', async () => {
    const invoice = {
      ...{ external_id: 'I1', vendor_external_id: 'V1', invoice_number: 'B-1', invoice_date: '2026-03-01' },
      line_items: [{ description: 'Paper', quantity: 2, unit_price: 50, vat_rate: 0, line_total: 101 }],
    };
    const done = await imported(service, 'invoices', JSON.stringify(invoice), { type: NDJSON });
    expect(done).toMatchObject({ created: 0, rows_failed: 1 });
    expect(await errorsOf(service, done.id)).toEqual([
      [1, 'line_items.0.line_total', 'The file has 101, but the computed amount is 100.'],
    ]);
    const query = { ignore_columns: 'item_line_total' };
    expect(await imported(service, 'invoices', JSON.stringify(invoice), { type: NDJSON, query })).toMatchObject({
      created: 1,
    });
  });

  it('are listed with all other columns of a kind', async () => {
    const { resource, columns } = await service.client().get('/imports/columns', 200, { resource: 'purchase_orders' });
    expect([resource, columns]).toEqual([
      'purchase_orders',
      expect.arrayContaining([
        { name: 'external_id', type: 'text', required: true, computed: false },
        { name: 'expected_delivery_date', type: 'day', required: false, computed: false },
        { name: 'item_unit_price', type: 'number', required: true, computed: false },
        { name: 'total_amount', type: 'number', required: false, computed: true },
      ]),
    ]);
    await service.client().call('GET', '/imports/columns', 400);
  });
});
