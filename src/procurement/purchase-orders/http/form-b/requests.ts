import { EXPENSE_TYPES, type ExpenseType } from '../../../approvals';
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
import type { NewOrderInput, OrderInput } from '../../purchase-orders.service';
import type { OrderFilter, OrderPageRequest, SortKey } from '../../queries/order-list';
import { lineChange, OrderPlaceDto, placeOf } from '../requests';
import {
  APPROVAL_STATUSES,
  type ApprovalStatus,
  FORM_B_STATUSES,
  type FormBStatus,
  standingsFor,
  statusesFor,
} from './words';

/** A new line in Form B. */
export class LineDto extends ExternalDto {
  @Field.text({ max: MAX_COMMENT, multiline: true, example: 'A4 paper, 80 g' }) description: string;
  @Field.quantity({ example: 10 }) quantity: number;
  @Field.text({ optional: true, nullable: true, max: 50, example: 'box' }) unit?: string | null;
  @Field.unitPrice({ example: 25.5 }) unit_price: number;

  @Field.percent({ optional: true, description: "The tenant's default rate when left out.", example: 15 })
  vat_percentage?: number;
}

/** A change of the line that the path names. */
export class LineUpdateDto extends ExternalDto {
  @Field.text({ optional: true, max: MAX_COMMENT, multiline: true }) description?: string;
  @Field.quantity({ optional: true }) quantity?: number;
  @Field.text({ optional: true, nullable: true, max: 50 }) unit?: string | null;
  @Field.unitPrice({ optional: true }) unit_price?: number;
  @Field.percent({ optional: true }) vat_percentage?: number;
}

/** A change of a line, or a new one when it has no id. */
export class LineChangeDto extends LineUpdateDto {
  @Field.id({ optional: true, description: 'The line it changes. Without it, the line is new.' }) id?: number;
}

/** A link to a document. It is never fetched. */
export class DocumentLinkDto {
  @Field.text({ example: 'quotation.pdf' }) filename: string;
  @Field.url({ example: 'https://files.najd.example/quotations/laptops.pdf' }) url: string;
}

class OrderFieldsDtoB extends OrderPlaceDto {
  @Field.text({ optional: true, nullable: true, max: MAX_NOTES, multiline: true }) description?: string | null;
  @Field.text({ optional: true, nullable: true, max: MAX_COMMENT, multiline: true }) delivery_address?: string | null;
  @Field.day({ optional: true, nullable: true }) required_date?: string | null;

  @Field.objects(() => DocumentLinkDto, { optional: true, max: MAX_ATTACHMENTS, description: 'Links; uploads stay.' })
  documents?: DocumentLinkDto[];
}

/** A new order in Form B. */
export class CreateOrderDtoB extends OrderFieldsDtoB {
  @Field.id() vendor_id: VendorId;

  // An initial value, so that leaving them out is refused with the sentence that says what is missing.
  @Field.objects(() => LineDto, { min: 1, max: MAX_LINES, empty: { key: 'purchase_order.items_required' } })
  lines: LineDto[] = [];

  toInput(): NewOrderInput {
    return { ...orderFields(this), vendorId: this.vendor_id, items: this.lines.map(lineChange) };
  }
}

/** Changes of a draft in Form B; what is left out stays. */
export class UpdateOrderDtoB extends OrderFieldsDtoB {
  @Field.id({ optional: true }) vendor_id?: VendorId;
  @Field.objects(() => LineChangeDto, { optional: true, max: MAX_LINES }) lines?: LineChangeDto[];

  toInput(): OrderInput {
    return { ...orderFields(this), ...given({ vendorId: this.vendor_id, items: this.lines?.map(lineChange) }) };
  }
}

function orderFields(body: OrderFieldsDtoB): OrderInput {
  const { description: notes, delivery_address: deliveryAddress, required_date: expectedDeliveryDate } = body;
  const attachments = body.documents?.map(({ filename, url }) => ({ name: filename, url }));
  return given({ ...placeOf(body), ...externalOf(body), notes, deliveryAddress, expectedDeliveryDate, attachments });
}

const SORTS = {
  created_at: 'created',
  request_date: 'created',
  updated_at: 'updated',
  required_date: 'expected',
  po_number: 'number',
  status: 'status',
  vendor: 'vendor',
  department: 'department',
  currency: 'currency',
  total_ex_vat: 'subtotal',
  total_vat: 'vat',
  total_inc_vat: 'total',
  id: 'id',
} as const satisfies Record<string, SortKey>;

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** Filters, sort and page of Form B's list. */
export class OrderListQueryB extends ListQuery({
  sortable: Object.keys(SORTS) as [keyof typeof SORTS, ...(keyof typeof SORTS)[]],
  search: "number, vendor's name, description and the lines' descriptions",
  updated: true,
}) {
  @Parameter.someOf(FORM_B_STATUSES, {
    description: '`approved` finds completed orders too.',
    example: 'pending,approved',
  })
  status?: FormBStatus[];

  @Parameter.someOf(APPROVAL_STATUSES, { description: 'A cancelled order has the one it had.', example: 'approved' })
  approval_status?: ApprovalStatus[];

  @Parameter.id({ description: 'Orders of this vendor.', example: 1 }) vendor_id?: VendorId;
  @Parameter.id({ description: 'Orders of this department.', example: 1 }) department_id?: number;
  @Parameter.id({ description: 'Orders of this project.', example: 1 }) project_id?: number;

  @Parameter.oneOf(EXPENSE_TYPES, { description: 'CAPEX: investments; OPEX: running costs.', example: 'OPEX' })
  expense_type?: ExpenseType;

  @Parameter.currency({ description: 'Orders in this currency, ISO 4217.', example: 'SAR' }) currency?: string;
  @Parameter.id({ description: 'Orders of this requester, who wrote them.', example: 1 }) requester_id?: UserId;
  @Parameter.id({ description: 'The same as requester_id.', example: 1 }) created_by_id?: UserId;
  @Parameter.day({ description: 'Requested on this day (UTC) or later.', example: '2026-03-01' }) from_date?: string;
  @Parameter.day({ description: 'Requested on this day (UTC) or earlier.', example: '2026-03-31' }) to_date?: string;
  @Parameter.externalId() external_id?: string;

  toFilter(): OrderFilter {
    return given({
      statuses: this.status && distinct(this.status.flatMap(statusesFor)),
      standings: this.approval_status && distinct(this.approval_status.flatMap(standingsFor)),
      vendorId: this.vendor_id,
      departmentId: this.department_id,
      projectId: this.project_id,
      expenseType: this.expense_type,
      currency: this.currency,
      createdById: this.requester_id ?? this.created_by_id,
      updated: this.updated(),
      externalId: this.external_id,
      createdFrom: this.from_date,
      createdTo: this.to_date,
      search: this.search,
    });
  }

  toOrderPage(): OrderPageRequest {
    const request = this.toPageRequest();
    return { ...request, sort: SORTS[request.sort as keyof typeof SORTS] };
  }
}

/** The same of the list that is CSV, too. */
export class OrderFileQueryB extends OrderListQueryB {
  @Parameter.bom() bom?: boolean;
}
