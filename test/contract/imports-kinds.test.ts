import { type Service, startApp } from '../support/app';
import type { Loose } from '../support/client';
import { errorsOf, imported, sendImport } from '../support/imports';
import { asOwner, colleague } from '../support/purchase-orders';

/** Imports of a whole tenant: each kind refers to earlier ones by their external ids and codes. */
describe('imports of every kind', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ works: true });
  });
  afterAll(() => service.stop());

  const rows = <Row extends object>(sql: string): Promise<Row[]> => asOwner<Row>(service, sql);
  const run = async (resource: string, file: string, query: Record<string, string> = {}): Promise<Loose> => {
    const done = await imported(service, resource, file, { query });
    if (done.rows_failed > 0) throw new Error(JSON.stringify(await errorsOf(service, done.id)));
    return done;
  };

  it('create departments, projects, users, vendors and budgets, and change them in a later file', async () => {
    const people =
      'external_id,name_en,email,role,department_code\nU1,Huda Salem,huda@najd.example,department_head,fac\n';
    const files: [string, string][] = [
      ['departments', 'external_id,name,code\nD1,Facilities,FAC\n'],
      ['users', people],
      ['departments', 'external_id,name,code,head_user_email\nD1,Facilities and Fleet,FAC,HUDA@najd.example\n'],
      ['projects', 'external_id,name,code,department_external_id\nP1,Riyadh warehouse,RUH,D1\n'],
      ['vendors', 'external_id,name,metadata\nV1,Najd Paper,"{""cost_center"":""RUH-201""}"\n'],
      [
        'budgets',
        'external_id,name,allocated_amount,fiscal_year,department_code\nB1,Facilities 2026,100000,2026,FAC\n',
      ],
    ];
    const done: Loose[] = [];
    for (const [resource, file] of files)
      done.push(await run(resource, file, resource === 'budgets' ? { approve: 'true' } : {}));
    expect(done.map(({ created, changed }) => [created, changed])).toEqual([
      [1, 0],
      [1, 0],
      [0, 1],
      [1, 0],
      [1, 0],
      [1, 0],
    ]);
    expect(
      await rows(
        `SELECT d.name, u.email, u.status FROM departments d JOIN users u ON u.id = d.head_user_id WHERE d.code = 'FAC'`,
      ),
    ).toEqual([{ name: 'Facilities and Fleet', email: 'huda@najd.example', status: 'invited' }]);
    expect(await rows(`SELECT metadata FROM vendors WHERE external_id = 'V1'`)).toEqual([
      { metadata: { cost_center: 'RUH-201' } },
    ]);
    expect(await rows(`SELECT status FROM budgets WHERE external_id = 'B1'`)).toEqual([{ status: 'active' }]);
    expect(await rows('SELECT 1 FROM invitations')).toEqual([]);
    expect(await run('users', people)).toMatchObject({ unchanged: 1, created: 0 });
    await run(
      'users',
      people.replace(/U1|huda/g, (one) => (one === 'U1' ? 'U2' : 'noura')),
      { invite: 'true' },
    );
    expect(await rows('SELECT 1 FROM invitations')).toHaveLength(1);
  });

  it('revoke the rights of a user whose role they lower, from the next request on', async () => {
    const officer = await colleague(service, 'procurement_officer');
    await asOwner(service, `UPDATE users SET external_id = 'U20' WHERE id = $1`, [officer.id]);
    await officer.client.post('/vendors', { name: 'Before' }, 201);
    await run('users', `external_id,name_en,email,role\nU20,${officer.name},${officer.email},viewer\n`);
    await officer.client.post('/vendors', { name: 'After' }, 403);
  });

  it('accept a VAT number for one vendor only, with or without spaces', async () => {
    const file = 'external_id,name,vat_number\nN1,Najd One,300 123 456 700 003\nN2,Najd Two,300123456700003\n';
    const done = await imported(service, 'vendors', file);
    expect(done).toMatchObject({ created: 1, rows_failed: 1 });
    expect(await errorsOf(service, done.id)).toEqual([[3, 'vat_number', expect.any(String)]]);
  });

  it('accept an external id for one record in any Unicode normalization', async () => {
    const [composed, apart] = ['Café-1'.normalize('NFC'), 'Café-1'.normalize('NFD')];
    await run('vendors', `external_id,name\n${apart},Café One\n`);
    expect(await run('vendors', `external_id,name\n${composed},Café One\n`)).toMatchObject({ unchanged: 1 });
    const twice = await imported(service, 'vendors', `external_id,name\n${apart},x\n${composed},y\n`);
    expect(twice).toMatchObject({ created: 0, changed: 0, rows_failed: 2 });
    const api = service.client();
    for (const id of [composed, apart]) {
      await api.post('/vendors', { name: 'Again', external_id: id }, 422);
      expect(await api.get('/vendors', 200, { external_id: id })).toMatchObject([{ external_id: composed }]);
      await api.call('PUT', `/vendors/by-external-id/${encodeURIComponent(id)}`, 200, { name: 'Café One' });
    }
    // An earlier release stored the id as sent.
    await asOwner(service, 'UPDATE vendors SET external_id = $1 WHERE external_id = $2', [apart, composed]);
    await run(
      'purchase_orders',
      `external_id,vendor_external_id,department_code,item_description,item_quantity,item_unit_price\nOC,${apart},FAC,x,1,1\n`,
      { dry_run: 'true' },
    );
    expect(await run('vendors', `external_id,name\n${apart},Café One\n`)).toMatchObject({ changed: 1 });
    expect(await rows(`SELECT external_id FROM vendors WHERE name = 'Café One'`)).toEqual([{ external_id: composed }]);
  });

  it('create orders with their lines, as drafts or approved', async () => {
    const head =
      'external_id,vendor_external_id,department_code,item_external_id,item_description,item_quantity,item_unit_price\n';
    const drafts = `${head}O1,V1,FAC,L1,Paper,10,25.5\nO1,V1,FAC,L2,Toner,1,100\nO2,V1,FAC,L3,Chairs,2,300\n`;
    expect(await run('purchase_orders', drafts)).toMatchObject({ created: 2, rows_total: 3, rows_done: 3 });
    expect(await run('purchase_orders', drafts)).toMatchObject({ created: 0, unchanged: 2 });
    await run('purchase_orders', `${head}O3,V1,FAC,L4,Desks,1,1000\n`, { approve: 'true' });
    const orders = await rows<{ external_id: string; status: string; lines: string }>(
      `SELECT o.external_id, o.status, (SELECT count(*) FROM purchase_order_items i WHERE i.purchase_order_id = o.id) AS lines
         FROM purchase_orders o ORDER BY 1`,
    );
    expect(orders.map(({ external_id, status, lines }) => [external_id, status, Number(lines)])).toEqual([
      ['O1', 'draft', 2],
      ['O2', 'draft', 1],
      ['O3', 'approved', 1],
    ]);
    const overrides = await rows(
      `SELECT 1 FROM audit_log WHERE action = 'approved' AND details->>'comments' LIKE 'Import %'`,
    );
    expect(overrides).toHaveLength(1);
  });

  it('name the line and column of an invalid order line and create no part of the order', async () => {
    const file =
      'external_id,vendor_external_id,department_code,item_description,item_quantity,item_unit_price\n' +
      'O8,V1,FAC,Paper,10,25.5\nO8,V1,FAC,Toner,none,100\nO9,V9,FAC,Ink,1,1\n';
    const done = await imported(service, 'purchase_orders', file);
    expect(done).toMatchObject({ created: 0, rows_failed: 3 });
    expect((await errorsOf(service, done.id)).map(([line, field]) => [line, field])).toEqual([
      [3, 'item_quantity'],
      [4, 'vendor_external_id'],
    ]);
  });

  it('create invoices with their lines and report a missing budget as an error of the row', async () => {
    const invoice = {
      external_id: 'I1',
      vendor_external_id: 'V1',
      invoice_number: 'B-2026-117',
      invoice_date: '2026-03-01',
      purchase_order_external_id: 'O3',
      line_items: [{ po_line_external_id: 'L4', quantity: 1 }],
    };
    const type = 'application/x-ndjson';
    const done = await imported(service, 'invoices', `${JSON.stringify(invoice)}\n`, {
      type,
      query: { approve: 'true' },
    });
    expect([done.created, await errorsOf(service, done.id)]).toEqual([1, []]);
    expect(await rows(`SELECT status FROM invoices WHERE external_id = 'I1'`)).toEqual([{ status: 'approved' }]);
    const file =
      'external_id,vendor_external_id,department_code,item_description,item_quantity,item_unit_price\nO7,V1,FAC,Trucks,100,99999\n';
    const refused = await imported(service, 'purchase_orders', file, { query: { approve: 'true' } });
    expect(refused).toMatchObject({ created: 0, rows_failed: 1 });
    const errors = await service.client().get<Loose[]>(`/imports/${refused.id}/errors`);
    expect(errors.map(({ line, code }) => [line, code])).toEqual([[2, 'BUDGET_EXCEEDED']]);
    expect(await rows(`SELECT 1 FROM purchase_orders WHERE external_id = 'O7'`)).toEqual([]);
  });

  it('set an approved invoice over 0 to paid and report each warning of a row once', async () => {
    const head =
      'external_id,vendor_external_id,department_code,invoice_number,invoice_date,item_description,item_quantity,item_unit_price\n';
    const done = await run(
      'invoices',
      `${head}I2,V1,FAC,FREE-1,2026-03-02,Sample,1,0\nI3,V1,FAC,FREE 1,2026-03-03,Sample,1,0\n`,
      {
        approve: 'true',
      },
    );
    expect(done).toMatchObject({ created: 2 });
    expect(await rows(`SELECT status FROM invoices WHERE external_id IN ('I2', 'I3')`)).toEqual([
      { status: 'paid' },
      { status: 'paid' },
    ]);
    const warned = await service.client().get<Loose[]>(`/imports/${done.id}/errors`, 200, { severity: 'warning' });
    expect(warned.map(({ line, code }) => [line, code])).toEqual([[3, 'DUPLICATE_SUSPECTED']]);
  });

  it('name every wrong row of a document, up to a hundred fields, and add an error if there are more', async () => {
    const head = 'external_id,vendor_external_id,department_code,item_description,item_quantity,item_unit_price\n';
    const order = (rows: number): string => head + 'O8,V1,FAC,Paper,none,1\n'.repeat(rows);
    const invoice =
      'external_id,vendor_external_id,purchase_order_external_id,invoice_number,invoice_date,item_quantity,item_po_line_external_id\n' +
      'I8,V1,O3,B-8,2026-03-01,1,L99\n'.repeat(30);
    const errorsIn = async (resource: string, file: string): Promise<unknown[]> => {
      const { id } = await imported(service, resource, file);
      const errors = await service.client().get<Loose[]>(`/imports/${id}/errors`, 200, { per_page: 100 });
      return errors.map(({ line, field }) => [line, field]);
    };
    const each = (rows: number, field: string): unknown[] => Array.from({ length: rows }, (_, at) => [at + 2, field]);
    expect(await errorsIn('purchase_orders', order(30))).toEqual(each(30, 'item_quantity'));
    expect(await errorsIn('invoices', invoice)).toEqual(each(30, 'item_po_line_external_id'));
    const [first, more, ...others] = await errorsIn('purchase_orders', order(120));
    expect([first, more]).toEqual([
      [2, 'item_quantity'],
      [2, null],
    ]);
    expect([first, ...others]).toEqual(each(99, 'item_quantity'));
  });

  it('reject a CSV document whose lines exceed the request limit and accept the next one', async () => {
    const head =
      'external_id,vendor_external_id,department_code,item_description,item_quantity,item_unit_price,item_metadata\n';
    const line = `O10,V1,FAC,Paper,1,1,"[${'{},'.repeat(9_998)}{}]"\n`;
    const done = await imported(service, 'purchase_orders', `${head}${line.repeat(80)}O11,V1,FAC,Chairs,2,300,\n`);
    expect(done).toMatchObject({ status: 'done', created: 1, rows_total: 81, rows_failed: 80 });
    expect(await errorsOf(service, done.id)).toEqual([
      [2, null, 'The lines of the document are larger than 2097152 bytes in total.'],
    ]);
  });

  it('reject an invoice in the response format, because its invoice_number is not the vendor’s', async () => {
    const [shown] = await service.client().get<Loose[]>('/invoices', 200, { external_id: 'I1' });
    expect(shown).toMatchObject({ vendor_invoice_number: 'B-2026-117' });
    const { invoice_number, vendor_invoice_number } = shown ?? {};
    const csv =
      'external_id,vendor_external_id,invoice_number,vendor_invoice_number,invoice_date,item_description,item_quantity\n' +
      `I9,V1,${invoice_number},${vendor_invoice_number},2026-03-01,Paper,1\n`;
    const { status, body } = await sendImport(service, 'invoices', csv);
    expect([status, body.error.details]).toEqual([
      422,
      { file: [expect.stringMatching(/^Unknown columns: vendor_invoice_number\. Known columns: external_id, /)] },
    ]);
    const line = { external_id: 'I9', vendor_external_id: 'V1', invoice_number, vendor_invoice_number };
    const rest = { invoice_date: '2026-03-01', line_items: [{ description: 'Paper', quantity: 1, unit_price: 5 }] };
    const type = 'application/x-ndjson';
    const done = await imported(service, 'invoices', `${JSON.stringify({ ...line, ...rest })}\n`, { type });
    expect([done.created, await errorsOf(service, done.id)]).toEqual([
      0,
      [[1, 'vendor_invoice_number', 'Unknown field.']],
    ]);
  });

  it('reject approved orders and invoices of a blocked vendor', async () => {
    await run('vendors', 'external_id,name\nV2,Blocked Steel\n');
    const [vendor] = await rows<{ id: number }>(`SELECT id FROM vendors WHERE external_id = 'V2'`);
    await service.client().post(`/vendors/${vendor?.id}/block`, { reason: 'Under review' }, 200);
    const lines = 'item_description,item_quantity,item_unit_price';
    const files: [string, string][] = [
      ['purchase_orders', `external_id,vendor_external_id,department_code,${lines}\nO20,V2,FAC,Steel,1,10\n`],
      [
        'invoices',
        `external_id,vendor_external_id,department_code,invoice_number,invoice_date,${lines}\nI20,V2,FAC,B-20,2026-03-01,Steel,1,10\n`,
      ],
    ];
    for (const [resource, file] of files) {
      const done = await imported(service, resource, file, { query: { approve: 'true' } });
      const errors = await service.client().get<Loose[]>(`/imports/${done.id}/errors`);
      const codes = errors.map(({ line, code }) => [line, code]);
      expect([resource, done.created, done.rows_failed, codes]).toEqual([resource, 0, 1, [[2, 'VENDOR_BLOCKED']]]);
      expect(await rows(`SELECT 1 FROM ${resource} WHERE external_id IN ('O20', 'I20')`)).toEqual([]);
    }
  });

  it('send no invitation to a new address of an invited user unless requested', async () => {
    const file = (name: string): string => `external_id,name_en,email,role\nU9,Amal,${name}@najd.example,viewer\n`;
    const open = `SELECT 1 FROM invitations i JOIN users u ON u.id = i.user_id
                   WHERE u.external_id = 'U9' AND i.accepted_at IS NULL AND i.withdrawn_at IS NULL`;
    const invitations = `SELECT 1 FROM invitations i JOIN users u ON u.id = i.user_id WHERE u.external_id = 'U9'`;
    await run('users', file('amal'), { invite: 'true' });
    expect(await rows(open)).toHaveLength(1);
    expect(await run('users', file('amal.s'))).toMatchObject({ changed: 1 });
    expect([await rows(open), await rows(invitations)]).toEqual([[], [expect.anything()]]);
    expect(await run('users', file('amal.t'), { invite: 'true' })).toMatchObject({ changed: 1 });
    expect(await rows(open)).toHaveLength(1);
  });
});
