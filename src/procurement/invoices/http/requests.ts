import { type Decimal, decimal } from '../../../common/money';
import { given } from '../../../common/records/given';
import type { OrderId, OrderItemId, VendorId } from '../../../common/records/ids';
import { ExternalDto, externalOf, Field, MAX_COMMENT, MAX_LINES, MAX_NOTES } from '../../../platform/http';
import type { InvoiceInput, NewInvoiceInput } from '../domain/entry/header';
import type { LineChange } from '../domain/entry/lines';
import type { PrintedTotals } from '../domain/entry/totals';
import { DomainError, type FieldMessages, invalid } from '../../../common/errors';

class LineFieldsDto extends ExternalDto {
  @Field.id({ optional: true, nullable: true, description: 'The order line it bills.' })
  po_line_id?: OrderItemId | null;

  @Field.text({
    optional: true,
    max: MAX_COMMENT,
    multiline: true,
    description: 'The order line’s when left out and po_line_id is given.',
  })
  description?: string;

  @Field.text({ optional: true, nullable: true, max: 50, description: 'The order line’s when left out.' })
  unit?: string | null;

  @Field.unitPrice({ optional: true, description: 'The order line’s when left out and po_line_id is given.' })
  unit_price?: number;

  @Field.percent({ optional: true, description: 'Percent. The order line’s when left out, else the tenant’s default.' })
  vat_rate?: number;
}

/** A new line of an invoice. */
export class InvoiceLineDto extends LineFieldsDto {
  @Field.quantity() quantity: number;
}

/** A change of a line, or a new one when it has no id. */
export class InvoiceLineChangeDto extends LineFieldsDto {
  @Field.id({ optional: true, description: 'The line it changes. Without it, the line is new.' }) id?: number;
  @Field.quantity({ optional: true }) quantity?: number;
}

class PrintedTotalsDto extends ExternalDto {
  @Field.amount({ optional: true, description: 'As printed. All three totals, or none.' }) subtotal?: number;
  @Field.amount({ optional: true, description: 'As printed.' }) vat_amount?: number;
  @Field.amount({ optional: true, description: 'As printed; exactly subtotal + vat_amount.' }) total?: number;
}

/** A new invoice without its lines. */
export class NewInvoiceDto extends PrintedTotalsDto {
  @Field.id({ optional: true, description: 'May be left out when an order is given, and must agree with it.' })
  vendor_id?: VendorId;

  @Field.id({ optional: true }) purchase_order_id?: OrderId;
  @Field.id({ optional: true, description: 'The same as purchase_order_id.' }) po_id?: OrderId;
  @Field.text({ description: 'The vendor’s number.', example: 'B-2026-117' }) invoice_number: string;
  @Field.day({ description: 'At most 366 days in the future.' }) invoice_date: string;

  @Field.day({ optional: true, description: 'invoice_date and the vendor’s terms when left out.' })
  due_date?: string;

  @Field.currency({ optional: true, description: 'The order’s, else the vendor’s, else the tenant’s when left out.' })
  currency?: string;

  @Field.id({
    optional: true,
    description:
      'Whose budget an invoice without an order spends, of the fiscal year of invoice_date; the acting user’s when left out.',
  })
  department_id?: number;

  @Field.text({ optional: true, nullable: true, max: MAX_NOTES, multiline: true }) description?: string | null;
}

/** Changes of an invoice without its lines; what is left out stays. */
export class InvoiceChangesDto extends PrintedTotalsDto {
  @Field.text({ optional: true, description: 'The vendor’s number.' }) invoice_number?: string;
  @Field.day({ optional: true, description: 'At most 366 days in the future.' }) invoice_date?: string;
  @Field.day({ optional: true }) due_date?: string;
  @Field.text({ optional: true, nullable: true, max: MAX_NOTES, multiline: true }) description?: string | null;
}

/** The lines of a request and what it calls them. */
export interface NamedLines<Line> {
  readonly field: string;
  readonly lines: readonly Line[];
}

/** A new invoice in Form A; Form B calls its lines `lines`. */
export class CreateInvoiceDto extends NewInvoiceDto {
  @Field.objects(() => InvoiceLineDto, { min: 1, max: MAX_LINES }) line_items: InvoiceLineDto[];

  /** @throws DomainError VALIDATION_ERROR when it names two different orders */
  toInput(): NewInvoiceInput {
    return newInvoice(this, { field: 'line_items', lines: this.line_items });
  }
}

/** Changes of an invoice in Form A. */
export class UpdateInvoiceDto extends InvoiceChangesDto {
  @Field.objects(() => InvoiceLineChangeDto, { optional: true, max: MAX_LINES }) line_items?: InvoiceLineChangeDto[];

  toInput(): InvoiceInput {
    return invoiceChanges(this, this.line_items && { field: 'line_items', lines: this.line_items });
  }
}

/** A new invoice in the rules' words. @throws DomainError VALIDATION_ERROR when it names two different orders */
export function newInvoice(body: NewInvoiceDto, { field, lines }: NamedLines<InvoiceLineDto>): NewInvoiceInput {
  return {
    ...invoiceChanges(body, undefined),
    vendorId: body.vendor_id,
    orderId: namedOrder(body, invalid),
    orderField: body.purchase_order_id === undefined ? 'po_id' : 'purchase_order_id',
    departmentId: body.department_id,
    currency: body.currency,
    number: body.invoice_number,
    invoiceDate: body.invoice_date,
    lines: lines.map(lineChange),
    linesField: field,
  };
}

/** Changes of an invoice in the rules' words. */
export function invoiceChanges(
  body: InvoiceChangesDto,
  named: NamedLines<InvoiceLineChangeDto> | undefined,
): InvoiceInput {
  return {
    ...externalOf(body),
    number: body.invoice_number,
    invoiceDate: body.invoice_date,
    dueDate: body.due_date,
    description: body.description,
    lines: named?.lines.map(lineChange),
    linesField: named?.field ?? 'line_items',
    totals: given<PrintedTotals>({
      subtotal: exact(body.subtotal),
      vat: exact(body.vat_amount),
      total: exact(body.total),
    }),
  };
}

function lineChange(line: InvoiceLineChangeDto): LineChange {
  const { id, po_line_id, description, quantity, unit, unit_price, vat_rate } = line;
  const fields = given<LineChange>({
    id,
    poLineId: po_line_id,
    description,
    quantity: exact(quantity),
    unit,
    unitPrice: exact(unit_price),
    vatRate: exact(vat_rate),
  });
  return { ...externalOf(line), ...fields };
}

function exact(value: number | undefined): Decimal | undefined {
  return value === undefined ? undefined : decimal(value);
}

interface OrderNamed {
  readonly po_id?: OrderId | undefined;
  readonly purchase_order_id?: OrderId | undefined;
}

/**
 * The order that a list's parameters name.
 * @throws DomainError BAD_REQUEST when both are given and differ
 */
export function orderOfQuery(query: OrderNamed): OrderId | undefined {
  return namedOrder(query, (fields) => new DomainError('BAD_REQUEST', { key: 'error.bad_request' }, { fields }));
}

/** The order that is named by either of its names, `po_id` and `purchase_order_id`; undefined where none is given. */
function namedOrder(
  { po_id, purchase_order_id }: OrderNamed,
  refusal: (fields: FieldMessages) => DomainError,
): OrderId | undefined {
  if (po_id !== undefined && purchase_order_id !== undefined && po_id !== purchase_order_id) {
    throw refusal({ po_id: [{ key: 'invoice.orders_disagree' }] });
  }
  return purchase_order_id ?? po_id;
}
