import type { JsonObject } from '../../../../platform/http';

type Json = JsonObject[string];

/** The schema of a field, with the value that the event's example shows. */
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

const currency = field({ type: 'string', pattern: '^[A-Z]{3}$' }, 'The currency of the amounts, by ISO 4217.', 'SAR');
const externalId = (example: string | null = null) =>
  textOrNull('What another system, such as an ERP, calls it; null where none has a name for it.', example);
export const payment = (description: string) => ({
  payment_id: id(description, 1),
  payment_external_id: textOrNull('What another system calls the payment; null where none has a name for it.', null),
});
export const amountPaid = (example: number) => amount('What is paid of the invoice now.', example);
export const amountDue = (example: number) =>
  amount('What is still to be paid of it; below zero it is a refund due.', example);

/** What every event about a record says of it; the examples are records of the demo tenant. */
interface OfRecord<Fields> {
  readonly fields: Fields;
  /** Fields that an example shows behind the others of the record. */
  readonly shownLast?: readonly string[];
}

export const order = (status: string, total = 29635.5) => ({
  fields: {
    purchase_order_id: id('The order’s id.', 1),
    po_number: text('The order’s number.', 'PO-2026-000001'),
    status: oneOf('The order’s status after the change, as Form A names it.', ORDER_STATUSES, status),
    total_amount: amount('What the order comes to after the change, VAT included.', total),
    currency,
    vendor_id: id('The id of the vendor that it was ordered from.', 1),
    department_id: id('The id of the department that orders.', 2),
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
    vendor_invoice_number: text('The number that the vendor gave the invoice.', 'NS-2291'),
    status: oneOf('The invoice’s status after the change.', INVOICE_STATUSES, status),
    payment_status: oneOf('How far it is paid.', ['unpaid', 'partial', 'paid', 'overdue'], payment),
    match_status: oneOf('How it agrees with its order and the receipts.', MATCH_STATUSES, match),
    total: amount('What the vendor bills, VAT included.', 29635.5),
    currency,
    vendor_id: id('The id of the vendor that bills.', 1),
    purchase_order_id: idOrNull('The id of the order that is billed; null for an invoice without an order.', 1),
    department_id: idOrNull(
      'The id of the order’s department; without an order, of the one whose budget is charged.',
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
    allocated_amount: amount('What may be spent in the year.', 400_000),
    committed_amount: amount('What approved orders bind and is not billed yet.', committed),
    spent_amount: amount('What approved invoices come to, credits taken off.', spent),
    available_amount: amount(
      'Allocated less committed less spent; negative where more was bound than allocated.',
      400_000 - committed - spent,
    ),
    currency,
    fiscal_year: field({ type: 'integer' }, 'The fiscal year, by the calendar year in which it ends.', 2026),
    department_id: id('The id of the department whose budget it is.', 2),
    external_id: externalId(),
  },
});

export const budget = (status: string, ...amounts: Parameters<typeof budgetAmounts>) => ({
  fields: {
    ...budgetAmounts(...amounts).fields,
    status: oneOf('The budget’s status after the change.', ['draft', 'active', 'closed', 'frozen'], status),
    category: textOrNull('What may be bought with it; null for anything.', null),
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

/** What a subscriber reads of an event. */
export interface EventDescription<Fields> {
  /** Its meaning in a line or two. */
  readonly summary: string;
  /** The schema of each field of its `data`. */
  readonly fields: Fields;
  /** Its `data` as a receiver sees it. */
  readonly example: JsonObject;
}

/** @param more what this event says beside the record */
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
