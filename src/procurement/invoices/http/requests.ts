import { type Decimal, decimal } from '../../../common/money';
import { DomainError, type FieldMessages, invalid, invalidField } from '../../../common/errors';
import { omitUndefined } from '../../../common/records/given';
import type { OrderId } from '../../../common/records/ids';
import { Field, MAX_LINES } from '../../../platform/http';
import { type Input, RequestOf } from '../../../platform/records';
import type { LineChange } from '../domain/entry/lines';
import { WrittenInvoice, WrittenInvoiceItem } from '../entities/invoice.entity';

const LINE_ALIASES = { purchase_order_item_id: 'po_line_id' } as const;

export class InvoiceLineDto extends RequestOf(WrittenInvoiceItem, { required: ['quantity'], aliases: LINE_ALIASES }) {}

/** Changes a line; without an id it is a new line. */
export class InvoiceLineChangeDto extends RequestOf(WrittenInvoiceItem, { aliases: LINE_ALIASES }) {
  @Field.id({ optional: true, description: 'The line to change. Without an id a new line is added.' }) id?: number;
}

type ByHand = 'purchaseOrderId' | 'departmentId';

/** The content of a request, independent of its form. Missing fields are undefined, cleared fields null. */
export type InvoiceInput = Input<Omit<WrittenInvoice, ByHand | 'vendorId' | 'currency'>> & {
  readonly lines?: readonly LineChange[] | undefined;
  /** Field name of the lines: `line_items` or `lines`. */
  readonly linesField: string;
};

export type NewInvoiceInput = InvoiceInput &
  Input<Omit<WrittenInvoice, ByHand>, 'vendorInvoiceNumber' | 'invoiceDate'> & {
    readonly orderId?: OrderId | undefined;
    /** Field name of the order: `po_id` or `purchase_order_id`. */
    readonly orderField: string;
    readonly departmentId?: number | undefined;
    readonly lines: readonly LineChange[];
  };

/** Requests call the vendor's number `invoice_number`; in responses that is the service's number. */
const ALIASES = { vendor_invoice_number: 'invoice_number' } as const;

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
      'The department whose budget an invoice without an order spends, in the fiscal year of invoice_date. Default: the department of the acting user.',
  })
  department_id?: number;
}

class InvoiceChangesDto extends RequestOf(WrittenInvoice, {
  omit: ['vendorId', 'purchaseOrderId', 'departmentId', 'currency'],
  aliases: ALIASES,
}) {}

export class CreateInvoiceDto extends NewInvoiceDto {
  @Field.objects(() => InvoiceLineDto, { min: 1, max: MAX_LINES }) line_items: InvoiceLineDto[];

  override toInput(): NewInvoiceInput {
    return { ...super.toInput(), ...orderOf(this), lines: this.line_items.map(lineChange), linesField: 'line_items' };
  }
}

export class CreateInvoiceDtoB extends NewInvoiceDto {
  @Field.objects(() => InvoiceLineDto, { min: 1, max: MAX_LINES }) lines: InvoiceLineDto[];

  override toInput(): NewInvoiceInput {
    return { ...super.toInput(), ...orderOf(this), lines: this.lines.map(lineChange), linesField: 'lines' };
  }
}

export class UpdateInvoiceDto extends InvoiceChangesDto {
  @Field.objects(() => InvoiceLineChangeDto, { optional: true, max: MAX_LINES }) line_items?: InvoiceLineChangeDto[];

  override toInput(): InvoiceInput {
    return { ...super.toInput(), lines: this.line_items?.map(lineChange), linesField: 'line_items' };
  }
}

/** Form B accepts the lines under either name. */
export class UpdateInvoiceDtoB extends InvoiceChangesDto {
  @Field.objects(() => InvoiceLineChangeDto, { optional: true, max: MAX_LINES }) lines?: InvoiceLineChangeDto[];

  @Field.objects(() => InvoiceLineChangeDto, { optional: true, max: MAX_LINES, description: 'The same as lines.' })
  line_items?: InvoiceLineChangeDto[];

  /** @throws DomainError VALIDATION_ERROR if both `lines` and `line_items` are sent */
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
  return { ...rest, ...omitUndefined<LineChange>({ id: line.id, poLineId, ...figures }) };
}

function exact(value: number | undefined): Decimal | undefined {
  return value === undefined ? undefined : decimal(value);
}

/** @throws DomainError VALIDATION_ERROR if `po_id` and `purchase_order_id` differ */
function orderOf(body: NewInvoiceDto): Pick<NewInvoiceInput, 'orderId' | 'orderField' | 'departmentId'> {
  const orderField = body.purchase_order_id === undefined ? 'po_id' : 'purchase_order_id';
  return { orderId: namedOrder(body, invalid), orderField, departmentId: body.department_id };
}

interface OrderNamed {
  readonly po_id?: OrderId | undefined;
  readonly purchase_order_id?: OrderId | undefined;
}

export function orderOfQuery(query: OrderNamed): OrderId | undefined {
  return namedOrder(query, (fields) => new DomainError('BAD_REQUEST', { key: 'error.bad_request' }, { fields }));
}

function namedOrder(
  { po_id, purchase_order_id }: OrderNamed,
  refusal: (fields: FieldMessages) => DomainError,
): OrderId | undefined {
  if (po_id !== undefined && purchase_order_id !== undefined && po_id !== purchase_order_id) {
    throw refusal({ po_id: [{ key: 'invoice.orders_disagree' }] });
  }
  return purchase_order_id ?? po_id;
}
