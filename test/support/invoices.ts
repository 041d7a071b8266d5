import type { Service } from './app';
import type { Client, Loose } from './client';
import { anApproved, aVendor } from './purchase-orders';

export const LINES = { a: 'line_items', b: 'lines' } as const;

export function linesOf(order: Loose): Loose[] {
  return order.items ?? order.lines;
}

/** An approved order and its lines, to receive and bill. */
export interface BilledOrderStory {
  readonly id: number;
  readonly vendorId: number;
  readonly items: readonly { readonly id: number; readonly line_number: number }[];
}

export interface LineStory {
  readonly description?: string;
  readonly quantity?: number;
  readonly unit_price?: number;
  readonly vat_rate?: number;
}

/** Creates an approved order of a new vendor. By default each line is 10 at 100.00 with 15 % VAT. */
export async function anOrder(
  service: Service,
  lines: readonly LineStory[] = [{}],
  fields: object = {},
): Promise<BilledOrderStory> {
  const admin = service.client();
  const vendor = await aVendor(admin);
  return anOrderOf(service, vendor.id, lines, fields);
}

export async function anOrderOf(
  service: Service,
  vendorId: number,
  lines: readonly LineStory[] = [{}],
  fields: object = {},
): Promise<BilledOrderStory> {
  const items = lines.map((line, index) => ({
    description: `Item ${index + 1}`,
    quantity: 10,
    unit_price: 100,
    vat_rate: 15,
    ...line,
  }));
  const order = await anApproved(service.client(), vendorId, { items, ...fields });
  const lineList: { id: number; line_number: number }[] = order.items;
  return { id: order.id, vendorId, items: lineList };
}

/** Receives these quantities of the order's lines, in line order; 0 skips a line. */
export async function receive(
  client: Client,
  order: BilledOrderStory,
  quantities: readonly number[],
  status = 201,
): Promise<Loose> {
  const lines = quantities.flatMap((quantity, index) =>
    quantity === 0 ? [] : [{ item_id: order.items[index]?.id, quantity_received: quantity }],
  );
  return client.post(`/purchase-orders/${order.id}/goods-receipts`, { lines }, status);
}

let numbers = 0;

/** A vendor's invoice number that no other test uses. */
export function aNumber(): string {
  numbers += 1;
  return `B-${numbers}`;
}

/** The request body for an invoice of the order in the client's form. By default it bills everything. */
export function invoiceBody(
  form: Client['form'],
  order: BilledOrderStory,
  lines: readonly (LineStory & { readonly item?: number })[] = [{}],
  fields: object = {},
): Record<string, unknown> {
  const named = lines.map(({ item, ...line }, index) => ({
    po_line_id: order.items[item ?? index]?.id,
    quantity: 10,
    ...line,
  }));
  return {
    purchase_order_id: order.id,
    invoice_number: aNumber(),
    invoice_date: '2026-03-01',
    [LINES[form]]: named,
    ...fields,
  };
}

export async function enter(
  client: Client,
  order: BilledOrderStory,
  lines?: readonly (LineStory & { readonly item?: number })[],
  fields: object = {},
): Promise<Loose> {
  return client.post('/invoices', invoiceBody(client.form, order, lines, fields), 201);
}

/** Creates and submits an invoice and returns its state after that. */
export async function submitted(
  client: Client,
  order: BilledOrderStory,
  lines?: readonly (LineStory & { readonly item?: number })[],
  fields: object = {},
): Promise<Loose> {
  const { id } = await enter(client, order, lines, fields);
  await client.post(`/invoices/${id}/submit`, undefined, 200);
  return client.get(`/invoices/${id}`);
}

/** Creates, submits and approves an invoice and returns its state after that. */
export async function approved(
  client: Client,
  order: BilledOrderStory,
  lines?: readonly (LineStory & { readonly item?: number })[],
  fields: object = {},
): Promise<Loose> {
  const { id } = await submitted(client, order, lines, fields);
  await client.post(`/invoices/${id}/approve`, {}, 200);
  return client.get(`/invoices/${id}`);
}
