import type { Service } from './app';
import { aBudget } from './budgets';
import type { Client, Loose } from './client';
import { asOwner, PAPER } from './purchase-orders';

/** For each resource (first path segment), the ids and names for its path parameters. */
export type Ids = Readonly<Record<string, Readonly<Record<string, number | string>>>>;

/**
 * Creates one record of every kind that has its own path, through Form A.
 * @param mark distinguishes the codes of several such sets in one tenant
 */
export async function oneOfEach(admin: Client, mark = ''): Promise<Ids> {
  const vendor = await admin.post('/vendors', { name: 'Najd Steel', external_id: `V-${mark}` }, 201);
  const account = await admin.post(
    `/vendors/${vendor.id}/bank-accounts`,
    { bank_name: 'Saudi National Bank', bank_account: 'SA0380000000608010167519' },
    201,
  );
  const department = await admin.post('/departments', { name: 'Works', code: `WRK${mark}` }, 201);
  const project = await admin.post('/projects', { name: 'Tower', code: `TWR${mark}` }, 201);
  const delegate = await admin.post(
    '/users',
    { name_en: 'Dana', email: `dana-${vendor.id}@people.example`, role: 'procurement_officer' },
    201,
  );
  await admin.post(`/users/${delegate.id}/activate`, undefined, 200);
  const delegation = await admin.post(
    `/users/${(await admin.get('/users/me')).id}/delegations`,
    { delegate_id: delegate.id, from: '2027-01-01', to: '2027-02-01' },
    201,
  );
  const budget = await aBudget(admin, { department_id: department.id });
  const webhook = await admin.post(
    '/webhooks',
    { name: 'ERP', url: 'https://127.0.0.1:44444/hooks', events: ['vendor.created'] },
    201,
  );
  const token = await admin.post('/tokens', { name: 'Reader', abilities: ['read'] }, 201);
  const order = await anApprovedOrder(admin, vendor.id);
  const amendment = await admin.post(
    `/purchase-orders/${order.id}/amendments`,
    { reason: 'More', items: [{ id: order.items[0].id, quantity: 12 }] },
    201,
  );
  const receipt = await admin.post(
    `/purchase-orders/${order.id}/goods-receipts`,
    { lines: [{ item_id: order.items[0].id, quantity_received: 5 }] },
    201,
  );
  const invoice = await admin.post(
    '/invoices',
    {
      purchase_order_id: order.id,
      invoice_number: 'B-1',
      invoice_date: '2026-03-01',
      line_items: [{ po_line_id: order.items[0].id, quantity: 5 }],
    },
    201,
  );
  const link = { name: 'Paper.pdf', url: 'https://files.example/paper.pdf' };
  const paper = await admin.post(`/invoices/${invoice.id}/documents/links`, link, 201);
  const note = await admin.post(`/goods-receipts/${receipt.id}/documents/links`, link, 201);
  const paid = await aPaidInvoice(admin, vendor.id);
  const credit = { credit_note_number: `CN-${mark}`, amount: 1, reason: 'Rebate' };
  const credited = await admin.post(`/invoices/${paid.id}/credit-notes`, credit, 201);
  const file = 'external_id,name\r\nERP-V-2001,Riyadh Printing House\r\n';
  const sent = { headers: { 'content-type': 'text/csv' } };
  const imported = await admin.raw('POST', '/imports?resource=vendors&dry_run=true', file, sent);
  if (imported.status !== 202) throw new Error(`The import was answered ${imported.status} ${imported.text}`);
  const exported = await admin.post('/exports', { format: 'ndjson', resources: ['roles'] }, 202);
  return {
    vendors: { id: vendor.id, account_id: account.id, external_id: vendor.external_id },
    departments: { id: department.id },
    projects: { id: project.id },
    users: { id: (await admin.get('/users/me')).id, delegation_id: delegation.id },
    budgets: { id: budget.id },
    webhooks: { id: webhook.id },
    imports: { id: imported.body.data.id },
    exports: { id: exported.id, resource: 'roles' },
    tokens: { token_id: token.id },
    'purchase-orders': { id: order.id, item_id: order.items[0].id, amendment_id: amendment.id },
    'goods-receipts': { id: receipt.id, document_id: note.id },
    invoices: { id: invoice.id, line_item_id: invoice.line_items[0].id, document_id: paper.id },
    'paid invoices': paid,
    'credit-notes': { id: credited.id },
    roles: { slug: 'requester' },
  };
}

/** The ids for a path: those of its first segment, or those of a paid invoice if the path contains a payment. */
export function idsFor(ids: Ids, path: string): Readonly<Record<string, number | string>> {
  const [, resource = ''] = path.split('/');
  return ids[path.includes('{payment_id}') ? 'paid invoices' : resource] ?? {};
}

async function aPaidInvoice(admin: Client, vendorId: number): Promise<{ id: number; payment_id: number }> {
  const line_items = [{ description: 'Water', quantity: 1, unit_price: 10 }];
  const body = { vendor_id: vendorId, invoice_number: 'B-0', invoice_date: '2026-03-01', line_items };
  const invoice = await admin.post('/invoices', body, 201);
  await admin.post(`/invoices/${invoice.id}/approve`, {}, 200);
  const payment = await admin.post(`/invoices/${invoice.id}/payments`, { amount: 1 }, 201);
  return { id: invoice.id, payment_id: payment.id };
}

async function anApprovedOrder(admin: Client, vendorId: number): Promise<Loose> {
  const { id } = await admin.post('/purchase-orders', { vendor_id: vendorId, items: [PAPER] }, 201);
  await admin.post(`/purchase-orders/${id}/submit`, undefined, 200);
  await admin.post(`/purchase-orders/${id}/approve`, {}, 200);
  return admin.get(`/purchase-orders/${id}`);
}

/**
 * Tables that change without a change of records: last use of tokens, saved responses for retries, number series (which
 * may have gaps), and seals. Seals follow entries and events after a second; the entries and events themselves are
 * compared.
 */
const BESIDE = [/^api_tokens$/, /^idempotency_keys$/, /^number_series$/, /^evidence_/];

/** A digest of all rows, per table with tenants. Equal digests mean that nothing has changed. */
export async function fingerprint(service: Service): Promise<Readonly<Record<string, string>>> {
  const tables = await asOwner<{ name: string }>(
    service,
    `SELECT table_name AS name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE table_schema = 'public' AND column_name = 'tenant_id' AND table_type = 'BASE TABLE' ORDER BY 1`,
  );
  const kept = [
    'tenants',
    ...tables.map(({ name }) => name).filter((name) => !BESIDE.some((beside) => beside.test(name))),
  ];
  const digests = kept.map(
    (name) =>
      `SELECT '${name}' AS name, md5(coalesce(string_agg(r::text, E'\\n' ORDER BY r::text), '')) AS digest FROM "${name}" r`,
  );
  const rows = await asOwner<{ name: string; digest: string }>(service, digests.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
