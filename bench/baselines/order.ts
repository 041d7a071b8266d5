import Big from 'big.js';

export interface OrderBody {
  readonly vendor_id: number;
  readonly department_id: number;
  readonly notes: string;
  readonly items: readonly {
    readonly description: string;
    readonly quantity: number;
    readonly unit: string;
    readonly unit_price: number;
    readonly vat_rate: number;
  }[];
}

export type PricedOrder = ReturnType<typeof price>;

/** Exact decimals, rounded half up to two places, as in the service. */
export function price(body: OrderBody) {
  let subtotal = new Big(0);
  let vat = new Big(0);
  const lines = body.items.map((item, index) => {
    const net = new Big(item.quantity).times(item.unit_price).round(2, Big.roundHalfUp);
    const tax = net.times(item.vat_rate).div(100).round(2, Big.roundHalfUp);
    subtotal = subtotal.plus(net);
    vat = vat.plus(tax);
    return {
      line_number: index + 1,
      ...item,
      net_amount: net.toNumber(),
      vat_amount: tax.toNumber(),
      total_amount: net.plus(tax).toNumber(),
    };
  });
  return { lines, subtotal: subtotal.toNumber(), vat: vat.toNumber(), total: subtotal.plus(vat).toNumber() };
}

export const PER_PAGE = 15;

export function pageOf(total: number, host: string): object {
  const last = Math.max(1, Math.ceil(total / PER_PAGE));
  const link = (page: number): string => `http://${host}/v1/purchase-orders?page=${page}`;
  return {
    meta: { current_page: 1, last_page: last, per_page: PER_PAGE, total },
    links: { first: link(1), last: link(last), next: last > 1 ? link(2) : null, prev: null },
  };
}

/** The validation of both baselines before a write. */
export function isOrderBody(body: unknown): body is OrderBody {
  if (typeof body !== 'object' || body === null) return false;
  const { vendor_id, department_id, notes, items } = body as Partial<OrderBody>;
  return (
    Number.isInteger(vendor_id) &&
    Number.isInteger(department_id) &&
    typeof notes === 'string' &&
    Array.isArray(items) &&
    items.length > 0 &&
    items.every(isLine)
  );
}

function isLine(item: OrderBody['items'][number]): boolean {
  return item.description !== '' && item.quantity > 0 && item.unit_price >= 0 && item.vat_rate >= 0;
}

export function created(
  body: OrderBody,
  order: PricedOrder,
  made: { readonly id: number; readonly poNumber: string; readonly itemIds: readonly number[]; readonly at: Date },
): object {
  return {
    id: made.id,
    po_number: made.poNumber,
    status: 'draft',
    vendor_id: body.vendor_id,
    department_id: body.department_id,
    project_id: null,
    currency: 'SAR',
    expense_type: 'OPEX',
    notes: body.notes,
    delivery_address: null,
    expected_delivery_date: null,
    subtotal: order.subtotal,
    vat_amount: order.vat,
    total_amount: order.total,
    items: order.lines.map((line, index) => ({
      id: made.itemIds[index],
      line_number: line.line_number,
      description: line.description,
      quantity: line.quantity,
      unit: line.unit,
      unit_price: line.unit_price,
      vat_rate: line.vat_rate,
      vat_amount: line.vat_amount,
      total: line.total_amount,
      received_quantity: 0,
      invoiced_quantity: 0,
      closed_quantity: 0,
      open_quantity: line.quantity,
      external_id: null,
      metadata: {},
    })),
    attachments: [],
    external_id: null,
    metadata: {},
    created_at: made.at.toISOString(),
  };
}

export function createdEvent(
  tenantId: string,
  eventId: string,
  body: OrderBody,
  total: number,
  at: Date,
  order: { readonly id: number | string; readonly poNumber: string },
): string {
  return JSON.stringify({
    id: eventId,
    event: 'purchase_order.created',
    created_at: at.toISOString(),
    tenant_id: tenantId,
    data: {
      purchase_order_id: order.id,
      po_number: order.poNumber,
      status: 'draft',
      total_amount: total,
      currency: 'SAR',
      vendor_id: body.vendor_id,
      created_at: at.toISOString(),
    },
  });
}
