import { type Form, PREFIX } from '../../src/platform/http';
import { ImportPruning } from '../../src/integration/imports';
import { type Service, startApp } from '../support/app';
import { type Exchange, exchange } from '../support/exchange';
import { imported, type Sending, sendImport } from '../support/imports';
import { asOwner } from '../support/purchase-orders';
import { ONE_FORM } from '../support/sampled';
import { until } from '../support/until';

const ADDED = 'import_line,import_message';
const REQUIRED = 'This field is required.';

describe('CSV of the rejected rows of an import', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ works: true });
    await imported(service, 'vendors', 'external_id,name\nV1,Najd Paper\n');
  });
  afterAll(() => service.stop());

  const ask = (id: number, headers: Record<string, string> = {}, form: Form = 'a', query = ''): Promise<Exchange> =>
    exchange(new URL(`${service.address}${PREFIX[form]}/imports/${id}/errors${query}`), 'GET', {
      ...{ authorization: `Bearer ${service.tenant.token.token}`, accept: 'text/csv' },
      ...headers,
    });
  const rowsOf = async (id: number): Promise<string[]> => (await ask(id)).text.split('\r\n').slice(0, -1);

  it.each(ONE_FORM)('can be corrected and imported again, Form %s', async (form) => {
    const file = `name,external_id,payment_terms\r\n"Dammam, Glass",${form}1,soon\r\nJeddah Timber,${form}2,45\r\n,${form}3,\r\n`;
    const done = await imported(service, 'vendors', file, { form });
    expect(done).toMatchObject({ created: 1, rows_failed: 2 });
    const { text, headers } = await ask(done.id, {}, form);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="import-${done.id}-errors.csv"`);
    expect(text).toBe(
      `${ADDED},name,external_id,payment_terms\r\n2,payment_terms: Must be a number.,"Dammam, Glass",${form}1,soon\r\n4,name: ${REQUIRED},,${form}3,\r\n`,
    );
    // One row is still wrong. The next file must not repeat the two added columns.
    const again = await imported(service, 'vendors', text.replace('soon', '30'), { form });
    expect(again).toMatchObject({ rows_total: 2, created: 1, rows_failed: 1 });
    const rest = (await ask(again.id, {}, form)).text;
    expect(rest).toBe(`${ADDED},name,external_id,payment_terms\r\n3,name: ${REQUIRED},,${form}3,\r\n`);
    const last = await imported(service, 'vendors', rest.replace(',,', ',Dammam Steel,'), { form });
    expect(last).toMatchObject({ created: 1, rows_failed: 0 });
  });

  it('has the column names and the separator of the file', async () => {
    const sending: Sending = {
      type: 'text/csv; charset=windows-1256',
      query: { columns: '{"Number":"external_id","Supplier":"name","Terms":"payment_terms"}' },
    };
    // "ورق" in windows-1256.
    const file = Buffer.concat([
      Buffer.from('Number;Supplier;Terms;;\n'),
      Buffer.from('X1;'),
      Buffer.from([0xe6, 0xd1, 0xde]),
      Buffer.from(';x;;\nX2;b;30\n'),
    ]);
    const done = await imported(service, 'vendors', file, sending);
    const text = (await ask(done.id)).text;
    expect(text).toBe(
      'import_line;import_message;Number;Supplier;Terms;;\r\n2;Terms: Must be a number.;X1;ورق;x;;\r\n',
    );
    const { query = {} } = sending;
    expect(await imported(service, 'vendors', text.replace(';x;', ';7;'), { query })).toMatchObject({ created: 1 });
  });

  it('contains rows with too many or too few cells unchanged', async () => {
    const file = 'external_id,name,payment_terms\nC1,One,1,more\nC2,Two\n';
    const { id } = await imported(service, 'vendors', file);
    expect((await rowsOf(id)).map((row) => row.replace(/The row has .*headings\./, '!'))).toEqual([
      `${ADDED},external_id,name,payment_terms`,
      '2,!,C1,One,1,more',
      '3,!,C2,Two',
    ]);
  });

  it('contains all rows of a rejected document and no others', async () => {
    const head = 'external_id,vendor_external_id,item_description,item_quantity,item_unit_price';
    const rows = ['O1,V1,Paper,1,10', 'O2,V1,Toner,1,10', 'O2,V1,Ink,none,10', 'O2,V1,Pens,1,10', 'O3,V1,Desk,1,10'];
    const { id } = await imported(service, 'purchase_orders', `${head}\n${rows.join('\n')}\n`);
    const other = 'Another row of the same document has an error: see line 4.';
    const csv = await rowsOf(id);
    expect(csv).toEqual([
      `${ADDED},${head}`,
      `3,${other},${rows[1]}`,
      `4,item_quantity: Must be a number.,${rows[2]}`,
      `5,${other},${rows[3]}`,
    ]);
    const corrected = csv.join('\n').replace('none', '3');
    expect(await imported(service, 'purchase_orders', corrected)).toMatchObject({ created: 1, rows_failed: 0 });
  });

  it('escapes formulas, and an import restores them', async () => {
    const file = `external_id,name,payment_terms\nF1,=1+2,x\nF2,"a\n@b",x\nF3,'-Five,x\n`;
    const text = (await ask((await imported(service, 'vendors', file)).id)).text;
    expect(text).toContain(`F1,'=1+2,x`);
    expect(text).toContain(`"a\n'@b"`);
    await imported(service, 'vendors', text.replaceAll(',x\r\n', ',5\r\n'));
    const names = await asOwner<{ name: string }>(
      service,
      `SELECT name FROM vendors WHERE external_id IN ('F1', 'F3') ORDER BY external_id`,
    );
    expect(names.map(({ name }) => name)).toEqual(['=1+2', '-Five']);
  });

  it('still rejects a repeated heading row when it is imported again', async () => {
    const { id } = await imported(service, 'vendors', 'external_id,name\nH1,One\nexternal_id,name\n');
    const text = (await ask(id)).text;
    const again = await imported(service, 'vendors', text);
    expect(again).toMatchObject({ created: 0, rows_failed: 1 });
    expect((await rowsOf(again.id))[1]).toBe('2,The row repeats the headings of the file. Remove it.,external_id,name');
  });

  it('is in the language of the reader', async () => {
    const { id } = await imported(service, 'vendors', 'external_id,name\nL1,\n');
    expect((await ask(id, { 'accept-language': 'ar' })).text).toContain('2,name: هذا الحقل مطلوب.,L1,');
  });

  it('has only the headings if no row was rejected', async () => {
    const { id } = await imported(service, 'vendors', 'Number,name\nN1,One\n', {
      query: { columns: '{"Number":"external_id"}' },
    });
    expect(await rowsOf(id)).toEqual([`${ADDED},Number,name`]);
    expect(await asOwner(service, 'SELECT object_id FROM imports WHERE id = $1', [id])).toEqual([{ object_id: null }]);
  });

  it('lists the errors of an NDJSON file, which is not stored', async () => {
    const { id } = await imported(service, 'vendors', '{"external_id":"J1"}\n', { type: 'application/x-ndjson' });
    expect(await rowsOf(id)).toEqual(['line,external_id,field,code,message', `1,J1,name,VALIDATION_ERROR,${REQUIRED}`]);
    expect(await asOwner(service, 'SELECT object_id FROM imports WHERE id = $1', [id])).toEqual([{ object_id: null }]);
  });

  it('returns 404 after the file is deleted, while the errors remain', async () => {
    await asOwner(service, `UPDATE imports SET finished_at = now() - interval '8 days'`);
    const { id } = await imported(service, 'vendors', 'external_id,name\nD1,\n');
    await asOwner(service, `UPDATE imports SET finished_at = now() - interval '6 days' WHERE id = $1`, [id]);
    await service.app.get(ImportPruning).prune();
    expect(await rowsOf(id)).toHaveLength(2);
    await asOwner(service, `UPDATE imports SET finished_at = now() - interval '8 days' WHERE id = $1`, [id]);
    await service.app.get(ImportPruning).prune();
    for (const form of ['a', 'b'] as const) {
      const english = await ask(id, {}, form);
      expect(english.status).toBe(404);
      expect(english.text).toContain('was deleted 7 days after the import ended. Request application/json');
      expect((await ask(id, { 'accept-language': 'ar' }, form)).text).toContain('بعدد من الأيام: 7');
    }
    expect(await service.client().get(`/imports/${id}/errors`)).toHaveLength(1);
    // The files are removed after the commit.
    await until(async () => (await asOwner(service, 'SELECT id FROM stored_objects')).length === 0);
    expect((await sendImport(service, 'vendors', 'external_id,name\nD1,One\n')).status).toBe(202);
  });
});
