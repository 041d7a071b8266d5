import { EXPENSE_TYPES, type ExpenseType } from '../../../approvals';
import type { MetadataChange } from '../../../../common/records/external';
import { given } from '../../../../common/records/given';
import type { UserId, VendorId } from '../../../../common/records/ids';
import {
  ExternalDto,
  externalOf,
  Field,
  ListQuery,
  MAX_ATTACHMENTS,
  MAX_COMMENT,
  MAX_LINES,
  MAX_NOTES,
  Parameter,
} from '../../../../platform/http';
import { ORDER_STATUSES, type OrderStatus } from '../../domain/lifecycle';
import type { NewOrderInput, OrderInput } from '../../purchase-orders.service';
import type { OrderFilter, OrderPageRequest, SortKey } from '../../queries/order-list';
import { lineChange, OrderPlaceDto, placeOf } from '../requests';

/** A new line. */
export class ItemDto extends ExternalDto {
  @Field.text({ max: MAX_COMMENT, multiline: true, example: 'A4 paper, 80 g' }) description: string;
  @Field.quantity({ example: 10 }) quantity: number;
  @Field.text({ optional: true, nullable: true, max: 50, example: 'box' }) unit?: string | null;
  @Field.unitPrice({ example: 25.5 }) unit_price: number;

  @Field.percent({ optional: true, description: "Percent. The tenant's default rate when left out.", example: 15 })
  vat_rate?: number;
}

/** What can be changed of a line, or is said of a new one when it has no id. */
export class ItemContentDto {
  @Field.id({ optional: true, description: 'The line it changes. Without it, the line is new.' }) id?: number;
  @Field.text({ optional: true, max: MAX_COMMENT, multiline: true }) description?: string;
  @Field.quantity({ optional: true }) quantity?: number;
  @Field.text({ optional: true, nullable: true, max: 50 }) unit?: string | null;
  @Field.unitPrice({ optional: true }) unit_price?: number;
  @Field.percent({ optional: true }) vat_rate?: number;
}

/** A change of a line, or a new one when it has no id. */
export class ItemChangeDto extends ItemContentDto {
  @Field.externalId() external_id?: string | null;
  @Field.metadata() metadata?: MetadataChange;
}

/** A change of the line that the path names. */
export class ItemUpdateDto extends ExternalDto {
  @Field.text({ optional: true, max: MAX_COMMENT, multiline: true }) description?: string;
  @Field.quantity({ optional: true }) quantity?: number;
  @Field.text({ optional: true, nullable: true, max: 50 }) unit?: string | null;
  @Field.unitPrice({ optional: true }) unit_price?: number;
  @Field.percent({ optional: true }) vat_rate?: number;
}

/** A link to a document. It is never fetched. */
export class AttachmentDto {
  @Field.text({ example: 'quotation.pdf' }) name: string;
  @Field.url({ example: 'https://files.najd.example/quotations/laptops.pdf' }) url: string;
}

class OrderFieldsDto extends OrderPlaceDto {
  @Field.text({ optional: true, nullable: true, max: MAX_NOTES, multiline: true }) notes?: string | null;
  @Field.text({ optional: true, nullable: true, max: MAX_COMMENT, multiline: true }) delivery_address?: string | null;
  @Field.day({ optional: true, nullable: true }) expected_delivery_date?: string | null;

  @Field.objects(() => AttachmentDto, { optional: true, max: MAX_ATTACHMENTS, description: 'Links; uploads stay.' })
  attachments?: AttachmentDto[];
}

/** A new order. */
export class CreateOrderDto extends OrderFieldsDto {
  @Field.id() vendor_id: VendorId;

  // An initial value, so that leaving them out is refused with the sentence that says what is missing.
  @Field.objects(() => ItemDto, { min: 1, max: MAX_LINES, empty: { key: 'purchase_order.items_required' } })
  items: ItemDto[] = [];

  toInput(): NewOrderInput {
    return { ...orderFields(this), vendorId: this.vendor_id, items: this.items.map(lineChange) };
  }
}

/** Changes of a draft; what is left out stays. */
export class UpdateOrderDto extends OrderFieldsDto {
  @Field.id({ optional: true }) vendor_id?: VendorId;
  @Field.objects(() => ItemChangeDto, { optional: true, max: MAX_LINES }) items?: ItemChangeDto[];

  toInput(): OrderInput {
    return { ...orderFields(this), ...given({ vendorId: this.vendor_id, items: this.items?.map(lineChange) }) };
  }
}

function orderFields(body: OrderFieldsDto): OrderInput {
  const { notes, delivery_address: deliveryAddress, expected_delivery_date: expectedDeliveryDate } = body;
  const attachments = body.attachments?.map(({ name, url }) => ({ name, url }));
  return given({ ...placeOf(body), ...externalOf(body), notes, deliveryAddress, expectedDeliveryDate, attachments });
}

const SORTS = {
  created_at: 'created',
  updated_at: 'updated',
  approved_at: 'approved',
  expected_delivery_date: 'expected',
  po_number: 'number',
  status: 'status',
  vendor: 'vendor',
  department: 'department',
  currency: 'currency',
  subtotal: 'subtotal',
  vat_amount: 'vat',
  total_amount: 'total',
  id: 'id',
} as const satisfies Record<string, SortKey>;

/** Filters, sort and page of Form A's list. */
export class OrderListQuery extends ListQuery({
  sortable: Object.keys(SORTS) as [keyof typeof SORTS, ...(keyof typeof SORTS)[]],
  search: "number, vendor's name, notes and line descriptions",
  updated: true,
}) {
  @Parameter.someOf(ORDER_STATUSES, { description: 'Orders in this status.', example: 'pending_approval,approved' })
  status?: OrderStatus[];

  @Parameter.id({ description: 'Orders of this vendor.', example: 1 }) vendor_id?: VendorId;
  @Parameter.id({ description: 'Orders of this department.', example: 1 }) department_id?: number;
  @Parameter.id({ description: 'Orders of this project.', example: 1 }) project_id?: number;

  @Parameter.oneOf(EXPENSE_TYPES, { description: 'CAPEX: investments; OPEX: running costs.', example: 'OPEX' })
  expense_type?: ExpenseType;

  @Parameter.currency({ description: 'Orders in this currency, ISO 4217.', example: 'SAR' }) currency?: string;
  @Parameter.id({ description: 'Orders that this user wrote.', example: 1 }) created_by_id?: UserId;
  @Parameter.day({ description: 'Created on this day (UTC) or later.', example: '2026-03-01' }) created_from?: string;
  @Parameter.day({ description: 'Created on this day (UTC) or earlier.', example: '2026-03-31' }) created_to?: string;
  @Parameter.amount({ description: 'Total, VAT included, at least; in the order’s currency.', example: 1000 })
  min_amount?: number;
  @Parameter.amount({ description: 'Total, VAT included, at most; in the order’s currency.', example: 50000 })
  max_amount?: number;
  @Parameter.externalId() external_id?: string;

  toFilter(): OrderFilter {
    return given({
      statuses: this.status,
      vendorId: this.vendor_id,
      departmentId: this.department_id,
      projectId: this.project_id,
      expenseType: this.expense_type,
      currency: this.currency,
      createdById: this.created_by_id,
      updated: this.updated(),
      externalId: this.external_id,
      createdFrom: this.created_from,
      createdTo: this.created_to,
      minAmount: this.min_amount,
      maxAmount: this.max_amount,
      search: this.search,
    });
  }

  toOrderPage(): OrderPageRequest {
    const request = this.toPageRequest();
    return { ...request, sort: SORTS[request.sort as keyof typeof SORTS] };
  }
}

/** The same of the list that is CSV, too. */
export class OrderFileQuery extends OrderListQuery {
  @Parameter.bom() bom?: boolean;
}
