import { IMPORT_RESOURCES, type ImportResource } from '../../src/integration/imports';
import { type Service, startApp } from '../support/app';
import { errorsOf, imported } from '../support/imports';
import { asOwner } from '../support/purchase-orders';

/** A record of each kind with all fields that an import reads. */
const RECORDS: Readonly<Record<ImportResource, object>> = {
  departments: {
    ...{ external_id: 'D1', name: 'Facilities', name_ar: 'المرافق', code: 'FAC', is_active: true },
    metadata: { cost_center: 'RUH-201', old: null },
  },
  projects: {
    ...{ external_id: 'P1', name: 'Riyadh warehouse', name_ar: null, code: 'RUH', department_code: 'fac' },
    metadata: { phase: '2' },
  },
  users: {
    ...{ external_id: 'U1', name_en: 'Huda Salem', name_ar: 'هدى سالم', email: 'Huda@najd.example' },
    ...{ role: 'requester', phone: '+966 50 000 0000', department_external_id: 'D1', metadata: { desk: '14' } },
  },
  vendors: {
    ...{
      external_id: 'V1',
      name: 'Najd Paper',
      name_ar: 'نجد',
      email: 'Orders@najd.example',
      phone: '+966 11 234 5678',
    },
    ...{ address: 'King Fahd Road\nRiyadh', vat_number: '3101 2239 3500 003', cr_number: '1010-123456' },
    ...{ category: 'Office supplies', payment_terms: 45, currency: 'USD', metadata: { sector: 'paper' } },
    ...{ bank_name: 'Saudi National Bank', bank_account: 'SA03 8000 0000 6080 1016 7519' },
    contacts: [
      { name: 'Omar', email: null },
      { name: 'Salma', phone: '+966 11 000 0000', email: 's@najd.example' },
    ],
  },
  budgets: {
    ...{ external_id: 'B1', name: 'Facilities 2026', allocated_amount: 100000.5, fiscal_year: 2026, currency: 'SAR' },
    ...{ department_code: 'FAC', category: 'Office supplies', notes: 'First half\nSecond half' },
    ...{ allocations: { capex: 60000.5, opex: 40000 }, alert_thresholds: [95, 70, 82.5], metadata: { ledger: '7' } },
  },
  purchase_orders: {
    ...{ external_id: 'O1', vendor_external_id: 'V1', department_code: 'FAC', notes: 'Gate 2' },
    items: [{ external_id: 'L1', description: 'Paper', quantity: 10, unit_price: 25.5, metadata: { sku: 'P-1' } }],
  },
  invoices: {
    ...{ external_id: 'I1', vendor_external_id: 'V1', purchase_order_external_id: 'O1', invoice_number: 'B-2026-117' },
    ...{ invoice_date: '2026-03-01', line_items: [{ po_line_external_id: 'L1', quantity: 4 }] },
  },
};

describe('a repeated import', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ works: true });
  });
  afterAll(() => service.stop());

  const kept = async (resource: string): Promise<unknown> => [
    // A job of the worker sets this column some seconds after a vendor is created.
    await asOwner(service, `SELECT to_jsonb(r) - 'counted_category' AS record FROM ${resource} r ORDER BY id`),
    await asOwner(service, `SELECT to_jsonb(b) AS account FROM vendor_bank_accounts b ORDER BY id`),
    await asOwner(service, `SELECT count(*) AS entries FROM audit_log WHERE entity_type <> 'import'`),
    await asOwner(service, 'SELECT count(*) AS events FROM events'),
  ];

  it.each(IMPORT_RESOURCES)('changes no version, audit entry or event of %s', async (resource) => {
    const file = `${JSON.stringify(RECORDS[resource])}\n`;
    const take = async (): Promise<unknown> => {
      const type = 'application/x-ndjson';
      const query = resource === 'budgets' ? { approve: 'true' } : {};
      const { id, created, changed, unchanged } = await imported(service, resource, file, { type, query });
      return { created, changed, unchanged, errors: await errorsOf(service, id) };
    };
    expect(await take()).toEqual({ created: 1, changed: 0, unchanged: 0, errors: [] });
    const before = await kept(resource);
    expect(await take()).toEqual({ created: 0, changed: 0, unchanged: 1, errors: [] });
    expect(await kept(resource)).toEqual(before);
  });
});
