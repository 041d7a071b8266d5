import type { EventData, EventName } from '../../../common/events';
import type { JsonObject } from '../../../http';

const id: JsonObject = { type: 'integer', minimum: 1 };
const text: JsonObject = { type: 'string' };
const amount: JsonObject = { type: 'number', description: 'In `currency`.' };
const percent: JsonObject = { type: 'number' };
const timestamp: JsonObject = { type: 'string', format: 'date-time' };
const currency: JsonObject = { type: 'string', pattern: '^[A-Z]{3}$' };
const oneOf = (...values: string[]): JsonObject => ({ type: 'string', enum: values });

const externalId: JsonObject = {
  type: ['string', 'null'],
  description: 'What another system calls it, such as the ERP.',
};

const order = {
  purchase_order_id: id,
  po_number: text,
  status: oneOf('draft', 'pending_approval', 'approved', 'rejected', 'completed', 'cancelled'),
  total_amount: amount,
  currency,
  vendor_id: id,
  external_id: externalId,
};

const invoice = {
  invoice_id: id,
  invoice_number: text,
  vendor_invoice_number: text,
  status: oneOf('draft', 'submitted', 'pending', 'approved', 'paid', 'cancelled'),
  payment_status: oneOf('unpaid', 'partial', 'paid', 'overdue'),
  match_status: oneOf('full_match', 'partial_match', 'mismatch', 'pending_grn'),
  total: amount,
  currency,
  vendor_id: id,
  purchase_order_id: { type: ['integer', 'null'], minimum: 1 },
  external_id: externalId,
};

const vendor = {
  vendor_id: id,
  name: text,
  status: oneOf('active', 'inactive', 'blocked', 'blacklisted'),
  external_id: externalId,
};

/** The schema of every field of every event's `data`. A field the type has and this lacks does not compile. */
export const EVENT_FIELDS: { readonly [Name in EventName]: Readonly<Record<keyof EventData[Name], JsonObject>> } = {
  'purchase_order.created': { ...order, created_at: timestamp },
  'purchase_order.approved': { ...order, approved_at: timestamp },
  'purchase_order.rejected': { ...order, rejected_at: timestamp, rejection_reason: text },
  'purchase_order.cancelled': { ...order, cancelled_at: timestamp, cancellation_reason: text },
  'invoice.created': { ...invoice, created_at: timestamp },
  'invoice.approved': { ...invoice, approved_at: timestamp },
  'invoice.paid': { ...invoice, paid_at: timestamp, amount_paid: amount },
  'invoice.payment_reversed': {
    ...invoice,
    payment_id: { ...id, description: 'The payment that was taken back.' },
    reversal_id: { ...id, description: 'The entry that takes it back.' },
    amount: { ...amount, description: 'Of that entry: negative where a payment was taken back.' },
    reason: text,
    reversed_at: timestamp,
    amount_paid: { ...amount, description: 'What is paid of the invoice now.' },
    amount_due: amount,
  },
  'vendor.created': { ...vendor, created_at: timestamp },
  'vendor.updated': { ...vendor, updated_fields: { type: 'array', items: text }, updated_at: timestamp },
  'vendor.bank_account_changed': {
    ...vendor,
    bank_account_id: id,
    bank_name: { type: ['string', 'null'] },
    bank_account: { type: ['string', 'null'], description: 'Four stars and its last four characters.' },
    verified: { type: 'boolean', description: 'false: it was entered. true: somebody else verified it.' },
    changed_at: timestamp,
  },
  'budget.threshold_reached': {
    budget_id: id,
    name: text,
    threshold_percentage: { ...percent, description: 'The highest threshold crossed.' },
    crossed_thresholds: { type: 'array', items: percent, minItems: 1 },
    utilization_percentage: percent,
    allocated_amount: amount,
    committed_amount: amount,
    spent_amount: amount,
    available_amount: amount,
    currency,
    fiscal_year: { type: 'integer' },
    department_id: id,
  },
  'webhook.test': { message: text },
};

/** The meaning of each event, in a line. */
export const EVENT_SUMMARIES: Readonly<Record<EventName, string>> = {
  'purchase_order.created': 'A purchase order was created.',
  'purchase_order.approved': 'A purchase order was approved.',
  'purchase_order.rejected': 'A purchase order was rejected.',
  'purchase_order.cancelled': 'A purchase order was cancelled.',
  'invoice.created': 'An invoice was created.',
  'invoice.approved': 'An invoice was approved.',
  'invoice.paid': 'An invoice was marked as paid.',
  'invoice.payment_reversed': 'A payment of an invoice was reversed.',
  'vendor.created': 'A vendor was created.',
  'vendor.updated': 'Vendor details were updated.',
  'vendor.bank_account_changed': 'Bank details of a vendor were entered, or verified.',
  'budget.threshold_reached': 'A budget crossed its alert threshold.',
  'webhook.test': 'Synthetic event sent by the test operation.',
};

/** `purchase_order.created` is `PurchaseOrderCreatedEvent` among the schemas. */
export function schemaName(event: EventName): string {
  const words = event.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Event`;
}

/** The schema of the whole body of an event. */
export function bodySchema(event: EventName): JsonObject {
  const properties = { ...EVENT_FIELDS[event] } as JsonObject;
  return {
    type: 'object',
    description: EVENT_SUMMARIES[event],
    required: ['id', 'event', 'created_at', 'tenant_id', 'data'],
    properties: {
      id: { type: 'string', format: 'uuid', description: 'The same on every attempt: de-duplicate by it.' },
      event: { type: 'string', enum: [event] },
      created_at: timestamp,
      tenant_id: { type: 'string', format: 'uuid' },
      data: { type: 'object', required: Object.keys(properties), properties },
    },
  };
}
