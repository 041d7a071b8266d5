import { type Decimal, decimal } from '../../../common/money';
import { DomainError, type FieldMessages, invalid, invalidField } from '../../../common/errors';
import { given } from '../../../common/records/given';
import type { OrderId } from '../../../common/records/ids';
import { Field, MAX_LINES } from '../../../platform/http';
import { type Input, RequestOf } from '../../../platform/records';
import type { LineChange } from '../domain/entry/lines';
import { WrittenInvoice, WrittenInvoiceItem } from '../entities/invoice.entity';

const LINE_ALIASES = { purchase_order_item_id: 'po_line_id' } as const;

/** A new line of an invoice. */
export class InvoiceLineDto extends RequestOf(WrittenInvoiceItem, { required: ['quantity'], aliases: LINE_ALIASES }) {}

/** A change of a line, or a new one when it has no id. */
export class InvoiceLineChangeDto extends RequestOf(WrittenInvoiceItem, { aliases: LINE_ALIASES }) {
  @Field.id({ optional: true, description: 'The line it changes. Without it, the line is new.' }) id?: number;
}

/** What a request names otherwise than by one field. */
type ByHand = 'purchaseOrderId' | 'departmentId';

/** What a request says of an invoice, in neither form's words. What it does not mention is undefined, what it clears null. */
export type InvoiceInput = Input<Omit<WrittenInvoice, ByHand | 'vendorId' | 'currency'>> & {
  readonly lines?: readonly LineChange[] | undefined;
  /** What the request calls its lines: `line_items` or `lines`. */
  readonly linesField: string;
};

/** A new invoice: of a vendor, an order or both. */
export type NewInvoiceInput = InvoiceInput &
  Input<Omit<WrittenInvoice, ByHand>, 'vendorInvoiceNumber' | 'invoiceDate'> & {
    readonly orderId?: OrderId | undefined;
    /** What the request calls the order: `po_id` or `purchase_order_id`. */
    readonly orderField: string;
    readonly departmentId?: number | undefined;
    readonly lines: readonly LineChange[];
  };

/** What the requests call the vendor's number: `invoice_number` of an answer is the service's. */
const ALIASES = { vendor_invoice_number: 'invoice_number' } as const;

/** A new invoice without its lines. */
class NewInvoiceDto extends RequestOf(WrittenInvoice, {
  required: ['vendorInvoiceNumber', 'invoiceDate'],
  omit: ['purchaseOrderId', 'departmentId'],
  aliases: ALIASES,
}) {
  @Field.id({ optional: true }) purchase_order_id?: OrderId;
  @Field.id({ optional: true, description: 'The same as purchase_order_id.' }) po_id?: OrderId;

  @Field.id({
    optional: true,
    description:
      'Whose budget an invoice without an order spends, of the fiscal year of invoice_date; the acting user’s when left out.',
  })
  department_id?: number;
}

/** Changes of an invoice without its lines; what is left out stays. */
class InvoiceChangesDto extends RequestOf(WrittenInvoice, {
  omit: ['vendorId', 'purchaseOrderId', 'departmentId', 'currency'],
  aliases: ALIASES,
}) {}

/** A new invoice in Form A. */
export class CreateInvoiceDto extends NewInvoiceDto {
  @Field.objects(() => InvoiceLineDto, { min: 1, max: MAX_LINES }) line_items: InvoiceLineDto[];

  /** @throws DomainError VALIDATION_ERROR when it names two different orders */
  override toInput(): NewInvoiceInput {
    return { ...super.toInput(), ...orderOf(this), lines: this.line_items.map(lineChange), linesField: 'line_items' };
  }
}

/** The same in Form B. */
export class CreateInvoiceDtoB extends NewInvoiceDto {
  @Field.objects(() => InvoiceLineDto, { min: 1, max: MAX_LINES }) lines: InvoiceLineDto[];

  /** @throws DomainError VALIDATION_ERROR when it names two different orders */
  override toInput(): NewInvoiceInput {
    return { ...super.toInput(), ...orderOf(this), lines: this.lines.map(lineChange), linesField: 'lines' };
  }
}

/** Changes of an invoice in Form A. */
export class UpdateInvoiceDto extends InvoiceChangesDto {
  @Field.objects(() => InvoiceLineChangeDto, { optional: true, max: MAX_LINES }) line_items?: InvoiceLineChangeDto[];

  override toInput(): InvoiceInput {
    return { ...super.toInput(), lines: this.line_items?.map(lineChange), linesField: 'line_items' };
  }
}

/** Changes of an invoice in Form B, whose lines may go by either form's name. */
export class UpdateInvoiceDtoB extends InvoiceChangesDto {
  @Field.objects(() => InvoiceLineChangeDto, { optional: true, max: MAX_LINES }) lines?: InvoiceLineChangeDto[];

  @Field.objects(() => InvoiceLineChangeDto, { optional: true, max: MAX_LINES, description: 'The same as lines.' })
  line_items?: InvoiceLineChangeDto[];

  /** @throws DomainError VALIDATION_ERROR when it gives its lines twice */
  override toInput(): InvoiceInput {
    const { lines, line_items } = this;
    if (lines && line_items) throw invalidField('line_items', 'invoice.lines_twice');
    return {
      ...super.toInput(),
      lines: (lines ?? line_items)?.map(lineChange),
      linesField: lines ? 'lines' : 'line_items',
    };
  }
}

function lineChange(line: InvoiceLineChangeDto): LineChange {
  const { purchaseOrderItemId: poLineId, quantity, unitPrice, vatRate, ...rest } = line.toInput();
  const figures = { quantity: exact(quantity), unitPrice: exact(unitPrice), vatRate: exact(vatRate) };
  return { ...rest, ...given<LineChange>({ id: line.id, poLineId, ...figures }) };
}

function exact(value: number | undefined): Decimal | undefined {
  return value === undefined ? undefined : decimal(value);
}

/** What a new invoice bills, or else whose budget it spends. @throws DomainError VALIDATION_ERROR for two different orders */
function orderOf(body: NewInvoiceDto): Pick<NewInvoiceInput, 'orderId' | 'orderField' | 'departmentId'> {
  const orderField = body.purchase_order_id === undefined ? 'po_id' : 'purchase_order_id';
  return { orderId: namedOrder(body, invalid), orderField, departmentId: body.department_id };
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
