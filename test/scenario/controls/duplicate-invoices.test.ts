import { type Service, startApp, storyClock } from '../../support/app';
import type { Loose } from '../../support/client';
import { LINES } from '../../support/invoices';
import { asOwner, aVendor } from '../../support/purchase-orders';
import { ONE_FORM } from '../../support/sampled';

describe.each(ONE_FORM)('Suspected duplicates of an invoice, in Form %s', (form) => {
  let service: Service;
  let price = 0;
  let vendors = 0;

  beforeAll(async () => {
    service = await startApp({ clock: storyClock() });
  });
  afterAll(() => service.stop());

  const client = () => service.client({ form });
  const vendor = async (fields: object = {}): Promise<number> =>
    (await aVendor(service.client(), { name: `Vendor ${(vendors += 1)}`, ...fields })).id;
  /** Each with a different total, unless given. */
  const bill = (vendor_id: number, invoice_number: string, fields: object = {}): Promise<Loose> =>
    client().post(
      '/invoices',
      {
        vendor_id,
        invoice_number,
        invoice_date: '2026-03-01',
        [LINES[form]]: [{ description: 'Water', quantity: 1, unit_price: (price += 1) }],
        ...fields,
      },
      201,
    );
  const suspected = ({ warnings = [] }: Loose): string[] => {
    for (const { code } of warnings) expect(code).toBe('DUPLICATE_SUSPECTED');
    return warnings.map(({ message }: Loose) => message);
  };

  it.each([
    ['NS1001', 'NS-1001'],
    ['NS1001', 'ns 01001'],
    ['NS-1001', 'NS/0001001.'],
    ['INV-2026-0001', 'INV20260001'],
    ['INV-2026-0001', 'INV/2026/1'],
    ['فاتورة-12', 'فاتورة 012'],
    ['0', '000'],
    ['AB-10', '\u0410\u0412-1O'],
    ['INV-7', '\u0399\u039dV–07'],
  ])('cause a warning that refers to the other invoice: %s and %s', async (first, second) => {
    const id = await vendor();
    const other = await bill(id, first);
    expect(suspected(other)).toEqual([]);
    const [message, ...more] = suspected(await bill(id, second));
    expect(message).toContain(`${first} (${other.invoice_number})`);
    expect(more).toEqual([]);
  });

  it.each([
    ['NS1001', 'NS1010'],
    ['NS1001', 'NT1001'],
    ['NS100', 'NS1000'],
    ['A-1', 'A-10'],
    ['AB-10', '\u0411\u0412-10'],
  ])('cause no warning for different numbers: %s and %s', async (first, second) => {
    const id = await vendor();
    await bill(id, first);
    expect(suspected(await bill(id, second))).toEqual([]);
  });

  it('cause no warning if the other invoice has another vendor or year or was cancelled', async () => {
    const id = await vendor();
    const { id: first } = await bill(id, 'X-1');
    expect(suspected(await bill(await vendor(), 'X1'))).toEqual([]);
    expect(suspected(await bill(id, 'X 1', { invoice_date: '2025-12-31' }))).toEqual([]);
    await client().post(`/invoices/${first}/reject`, { reason: 'x' }, 200);
    expect(suspected(await bill(id, 'X1'))).toEqual([]);
  });

  it('cause a warning when an update changes the number, or the date and the total', async () => {
    const id = await vendor();
    const { id: first } = await bill(id, 'C-1');
    const { id: second } = await bill(id, 'D-9');
    const changed = await client().put(`/invoices/${second}`, { invoice_number: 'C1' }, 200);
    expect(suspected(changed)).toEqual([expect.stringContaining('C-1')]);
    const { total } = await client().get(`/invoices/${first}`);
    const line = [{ description: 'Water', quantity: 1, unit_price: total, vat_rate: 0 }];
    expect(suspected(await bill(id, 'E-5', { [LINES[form]]: line }))).toEqual([
      expect.stringContaining('the same date and total'),
    ]);
  });

  it('include invoices of vendors with the same VAT number or IBAN in any spelling', async () => {
    const [vat, iban] = [`3${form === 'a' ? 1 : 2}0000000000003`, 'SA0380000000608010167519'];
    const id = await vendor({ name: 'Najd', vat_number: vat, bank_account: iban });
    await bill(id, 'T-77');
    const [byVat, byIban, neither] = [await vendor(), await vendor(), await vendor()];
    // Such duplicate vendors exist only in tables filled before the service rejected them.
    await asOwner(service, 'UPDATE vendors SET vat_number = $2 WHERE id = $1', [
      byVat,
      ` ${vat.slice(0, 5)}-${vat.slice(5)}`,
    ]);
    await asOwner(service, 'UPDATE vendors SET bank_account = $2 WHERE id = $1', [
      byIban,
      'sa03 8000 0000 6080 1016 7519',
    ]);
    const published = [expect.stringMatching(/Najd.*T-77 \(INV-/)];
    expect(suspected(await bill(byVat, 'T77'))).toEqual(published);
    expect(suspected(await bill(neither, 'T-77'))).toEqual([]);
    expect(suspected(await bill(byIban, 'T-77'))).toEqual(published);
    await asOwner(service, 'UPDATE vendors SET bank_account = NULL, vat_number = NULL');
  });

  it('with exactly the same number return 422', async () => {
    const id = await vendor();
    await bill(id, 'Z-1');
    const body = { vendor_id: id, invoice_number: ' z-1 ', invoice_date: '2026-04-01' };
    const lines = { [LINES[form]]: [{ description: 'Water', quantity: 1, unit_price: 1 }] };
    const { body: refused } = await client().call('POST', '/invoices', 422, { ...body, ...lines });
    expect(Object.keys(refused.error.details)).toEqual(['invoice_number']);
  });
});
