import type { Json, JsonObject } from '../../../../common/json';

/** The schema of a field, with its value in the event's example. */
type Field<T> = JsonObject & { readonly examples: [T & Json] };
export type FieldsOf<Data> = { readonly [Name in keyof Data]: Field<Data[Name]> };
type RecordFields = Readonly<Record<string, Field<Json>>>;

export const field = <T extends Json>(schema: JsonObject, description: string, example: T): Field<T> => ({
  ...schema,
  description,
  examples: [example],
});

export const id = (description: string, example: number) =>
  field({ type: 'integer', minimum: 1 }, description, example);
const idOrNull = (description: string, example: number | null) =>
  field({ type: ['integer', 'null'], minimum: 1 }, description, example);
export const text = (description: string, example: string) => field({ type: 'string' }, description, example);
export const textOrNull = (description: string, example: string | null) =>
  field({ type: ['string', 'null'] }, description, example);
export const amount = (description: string, example: number) =>
  field({ type: 'number' }, `${description} In \`currency\`.`, example);
export const time = (description: string, example: string) =>
  field({ type: 'string', format: 'date-time' }, description, example);
export const oneOf = (description: string, values: string[], example: string) =>
  field({ type: 'string', enum: values }, description, example);
export const fieldNames = (description: string, example: string[]) =>
  field({ type: 'array', items: { type: 'string' } }, description, example);

const ORDER_STATUSES = ['draft', 'pending_approval', 'approved', 'rejected', 'completed', 'cancelled'];
export const INVOICE_STATUSES = ['draft', 'submitted', 'pending', 'approved', 'paid', 'cancelled'];
export const MATCH_STATUSES = ['full_match', 'partial_match', 'mismatch', 'pending_grn'];

const currency = field({ type: 'string', pattern: '^[A-Z]{3}$' }, 'The currency of the amounts, ISO 4217.', 'SAR');
const externalId = (example: string | null = null) =>
  textOrNull('The record’s id in another system, such as an ERP; null without one.', example);
export const payment = (description: string) => ({
  payment_id: id(description, 1),
  payment_external_id: textOrNull('The payment’s id in another system; null without one.', null),
});
export const amountPaid = (example: number) => amount('The total paid on the invoice so far.', example);
export const amountDue = (example: number) =>
  amount('The amount still to be paid; a negative amount is a refund due.', example);

/** Fields that every event of a record contains. The examples are records of the demo tenant. */
interface OfRecord<Fields> {
  readonly fields: Fields;
  /** Fields that the example shows after the others of the record. */
  readonly shownLast?: readonly string[];
}

export const order = (status: string, total = 29635.5) => ({
  fields: {
    purchase_order_id: id('The order’s id.', 1),
    po_number: text('The order’s number.', 'PO-2026-000001'),
    status: oneOf('The order’s status after the change, as in Form A.', ORDER_STATUSES, status),
    total_amount: amount('The order’s total after the change, VAT included.', total),
    currency,
    vendor_id: id('The id of the order’s vendor.', 1),
    department_id: id('The id of the ordering department.', 2),
    external_id: externalId(),
  },
  shownLast: ['status'],
});

export const receipt = (status: string) => ({
  fields: {
    goods_receipt_id: id('The receipt’s id.', 1),
    gr_number: text('The receipt’s number.', 'GR-2026-000001'),
    status: oneOf('The receipt’s status after the change.', ['posted', 'cancelled'], status),
    purchase_order_id: id('The id of the order whose goods arrived.', 1),
    po_number: text('The order’s number.', 'PO-2026-000001'),
    vendor_id: id('The id of the order’s vendor.', 1),
    department_id: id('The id of the order’s department.', 2),
    external_id: externalId(),
  },
});

export const invoice = (status: string, payment = 'unpaid', match = 'full_match') => ({
  fields: {
    invoice_id: id('The invoice’s id.', 1),
    invoice_number: text('The invoice’s number in this service.', 'INV-2026-000001'),
    vendor_invoice_number: text('The vendor’s number of the invoice.', 'NS-2291'),
    status: oneOf('The invoice’s status after the change.', INVOICE_STATUSES, status),
    payment_status: oneOf('The payment status of the invoice.', ['unpaid', 'partial', 'paid', 'overdue'], payment),
    match_status: oneOf('The result of the three-way match with the order and its receipts.', MATCH_STATUSES, match),
    total: amount('The invoice’s total, VAT included.', 29635.5),
    currency,
    vendor_id: id('The id of the vendor that issued the invoice.', 1),
    purchase_order_id: idOrNull('The id of the billed order; null for an invoice without an order.', 1),
    department_id: idOrNull(
      'The id of the order’s department. Without an order: the department whose budget is charged.',
      2,
    ),
    external_id: externalId(),
  },
  shownLast: ['status', 'payment_status', 'match_status'],
});

export const vendor = {
  fields: {
    vendor_id: id('The vendor’s id.', 1),
    name: text('The vendor’s name.', 'Najd Steel Company'),
    status: oneOf('The vendor’s status after the change.', ['active', 'inactive', 'blocked', 'blacklisted'], 'active'),
    external_id: externalId('V-1001'),
  },
};

export const budgetAmounts = (committed = 240_000, spent = 126_000) => ({
  fields: {
    budget_id: id('The budget’s id.', 1),
    name: text('The budget’s name.', 'Projects 2026'),
    allocated_amount: amount('The amount that may be spent in the year.', 400_000),
    committed_amount: amount('The amount committed by approved orders and not billed yet.', committed),
    spent_amount: amount('The total of approved invoices, less credits.', spent),
    available_amount: amount(
      'Allocated less committed less spent. Negative if more was committed and spent than allocated.',
      400_000 - committed - spent,
    ),
    currency,
    fiscal_year: field({ type: 'integer' }, 'The fiscal year, named after the calendar year in which it ends.', 2026),
    department_id: id('The id of the budget’s department.', 2),
    external_id: externalId(),
  },
});

export const budget = (status: string, ...amounts: Parameters<typeof budgetAmounts>) => ({
  fields: {
    ...budgetAmounts(...amounts).fields,
    status: oneOf('The budget’s status after the change.', ['draft', 'active', 'closed', 'frozen'], status),
    category: textOrNull('The category that the budget is for; null for any category.', null),
  },
});

export const user = (status: string) => ({
  fields: {
    user_id: id('The user’s id.', 6),
    name: text('The user’s name.', 'Lama Al-Otaibi'),
    role: text('The user’s role.', 'requester'),
    status: oneOf('The user’s status after the change.', ['active', 'inactive', 'invited'], status),
    department_id: idOrNull('The id of the user’s department; null for a user without one.', 4),
    external_id: externalId(),
  },
  shownLast: ['status'],
});

/** Documentation of an event for subscribers. */
export interface EventDescription<Fields> {
  /** Its meaning in a line or two. */
  readonly summary: string;
  /** The schema of each field of `data`. */
  readonly fields: Fields;
  /** The `data` that a receiver gets. */
  readonly example: JsonObject;
}

/** @param more fields of the event in addition to those of the record */
export function about<Fields extends RecordFields, More extends RecordFields>(
  { fields, shownLast = [] }: OfRecord<Fields>,
  summary: string,
  more: More,
): EventDescription<Fields & More> {
  const ofRecord = Object.entries(fields);
  const shown = [
    ...ofRecord.filter(([name]) => !shownLast.includes(name)),
    ...ofRecord.filter(([name]) => shownLast.includes(name)),
    ...Object.entries(more),
  ];
  const example = Object.fromEntries(shown.map(([name, { examples }]) => [name, examples[0]]));
  return { summary, fields: { ...fields, ...more }, example };
}
