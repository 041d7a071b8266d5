import { FOR_IMPORT } from '../../src/integration/exports/domain/export';
import { type Service, startApp } from '../support/app';
import type { Loose } from '../support/client';
import { exported, textOf } from '../support/exports';
import { imported } from '../support/imports';

/** Records of every kind that an import accepts. Referenced kinds come first. */
const TENANT: Readonly<Record<(typeof FOR_IMPORT)[number], readonly object[]>> = {
  departments: [{ external_id: 'D1', name: 'Facilities', name_ar: 'المرافق', code: 'FAC' }],
  projects: [{ external_id: 'P1', name: 'Riyadh warehouse', code: 'RUH', department_external_id: 'D1' }],
  users: [
    { external_id: 'U1', name_en: 'Huda Salem', email: 'huda@najd.example', role: 'requester', department_code: 'FAC' },
  ],
  vendors: [
    {
      external_id: 'V1',
      name: '=Najd "Paper", Co.',
      vat_number: '310122393500003',
      address: 'King Fahd Road\nRiyadh',
      contacts: [{ name: 'Omar', email: 'omar@najd-paper.example' }],
      metadata: { cost_center: 'RUH-201' },
    },
    { external_id: 'V2', name: "'-Rawabi Steel", payment_terms: 45, currency: 'USD' },
  ],
  budgets: [
    {
      external_id: 'B1',
      name: 'Facilities 2026',
      allocated_amount: 100000.5,
      fiscal_year: 2026,
      department_code: 'FAC',
      allocations: { capex: 60000.5, opex: 40000 },
      alert_thresholds: [70, 95],
    },
  ],
  purchase_orders: [
    {
      external_id: 'O1',
      vendor_external_id: 'V1',
      department_code: 'FAC',
      project_code: 'RUH',
      notes: 'Gate 2\nRing first',
      items: [
        { external_id: 'L1', description: 'Paper', quantity: 10, unit: 'box', unit_price: 25.5 },
        {
          external_id: 'L2',
          description: 'Toner',
          quantity: 1,
          unit_price: 100,
          vat_rate: 0,
          metadata: { sku: 'T-1' },
        },
      ],
    },
    {
      external_id: 'O2',
      vendor_external_id: 'V2',
      department_code: 'FAC',
      items: [{ description: 'Beams', quantity: 2, unit_price: 300 }],
    },
  ],
  invoices: [
    {
      external_id: 'I1',
      vendor_external_id: 'V1',
      invoice_number: 'B-2026-117',
      invoice_date: '2026-03-01',
      purchase_order_external_id: 'O1',
      line_items: [{ po_line_external_id: 'L1', quantity: 4 }],
    },
    {
      external_id: 'I2',
      vendor_external_id: 'V2',
      invoice_number: '0042',
      invoice_date: '2026-03-02',
      due_date: '2026-04-30',
      department_code: 'FAC',
      line_items: [{ description: 'Water', quantity: 3, unit_price: 7.25, vat_rate: 15 }],
    },
  ],
};

describe('export files for an import', () => {
  let service: Service;
  let first: string;

  const take = async (resource: string, file: string, type: string, token: string): Promise<void> => {
    const done: Loose = await imported(service, resource, file, { type, token });
    if (done.rows_failed > 0 || done.status !== 'done') {
      throw new Error(
        JSON.stringify([resource, done, await service.client({ token }).get(`/imports/${done.id}/errors`)]),
      );
    }
  };
  const filesOf = async (token: string, format: 'csv' | 'ndjson'): Promise<Map<string, string>> => {
    const done = await exported(service, { format, for_import: true }, { token });
    const files = new Map<string, string>();
    for (const { resource } of done.files) files.set(resource, await textOf(service, done.id, resource, { token }));
    return files;
  };

  beforeAll(async () => {
    service = await startApp({ works: true });
    first = service.tenant.token.token;
    for (const resource of FOR_IMPORT) {
      const file = TENANT[resource].map((record) => `${JSON.stringify(record)}\n`).join('');
      await take(resource, file, 'application/x-ndjson', first);
    }
    // Without an external id: the export omits it.
    await service.client().post('/vendors', { name: 'Unnamed elsewhere' }, 201);
  });
  afterAll(() => service.stop());

  it.each([
    ['csv', 'text/csv'],
    ['ndjson', 'application/x-ndjson'],
  ] as const)('can be imported into another tenant without changes: %s', async (format, type) => {
    const files = await filesOf(first, format);
    expect([...files.keys()]).toEqual([...FOR_IMPORT]);
    const second = (await service.newTenant()).token.token;
    for (const [resource, file] of files) await take(resource, file, type, second);
    expect(await filesOf(second, format)).toEqual(files);
    const invoices = await service.client({ token: second }).get<Loose[]>('/invoices', 200, { order: 'asc' });
    expect(invoices.map((one) => [one.external_id, one.vendor_invoice_number, one.invoice_number.slice(0, 4)])).toEqual(
      [
        ['I1', 'B-2026-117', 'INV-'],
        ['I2', '0042', 'INV-'],
      ],
    );
    // A repeated import changes nothing.
    for (const [resource, file] of files) {
      const again = await imported(service, resource, file, { type, token: second });
      expect([resource, again.created, again.changed]).toEqual([resource, 0, 0]);
    }
  });

  it('contain every imported record and none without an external id', async () => {
    const files = await filesOf(first, 'ndjson');
    for (const resource of FOR_IMPORT) {
      const lines = (files.get(resource) ?? '').trim().split('\n');
      expect(lines).toHaveLength(TENANT[resource].length);
    }
    expect(JSON.parse((files.get('purchase_orders') ?? '').split('\n')[0] ?? '')).toMatchObject(
      TENANT.purchase_orders[0] as object,
    );
  });
});
