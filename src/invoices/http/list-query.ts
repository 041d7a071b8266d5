import { MATCH_STATUSES, type MatchStatus } from '../../common/records/matching';
import type { OrderId, VendorId } from '../../common/records/ids';
import { ListQuery, Parameter } from '../../http';
import { INVOICE_STATUSES, type InvoiceStatus } from '../domain/lifecycle';
import type { InvoiceFilter } from '../queries/invoice-list';
import { orderOfQuery } from './requests';

const SORTABLE = [
  'created_at',
  'invoice_date',
  'due_date',
  'total',
  'status',
  'match_status',
  'invoice_number',
  'vendor_invoice_number',
  'updated_at',
  'id',
] as const;

/** What a list of invoices can be narrowed to and sorted by. */
export class InvoicesQuery extends ListQuery({
  sortable: SORTABLE,
  search: 'both numbers, the description and the vendor’s names',
}) {
  @Parameter.oneOf(INVOICE_STATUSES) status?: InvoiceStatus;
  @Parameter.id() vendor_id?: VendorId;
  @Parameter.id() purchase_order_id?: OrderId;
  @Parameter.id({ description: 'The same as purchase_order_id.' }) po_id?: OrderId;
  @Parameter.oneOf(MATCH_STATUSES) match_status?: MatchStatus;
  @Parameter.day({ description: 'invoice_date on this day or later.' }) from_date?: string;
  @Parameter.day({ description: 'invoice_date on this day or earlier.' }) to_date?: string;
  @Parameter.externalId() external_id?: string;

  /** @throws DomainError BAD_REQUEST when both names of the order are given and differ */
  toFilter(): InvoiceFilter {
    return {
      status: this.status,
      vendorId: this.vendor_id,
      orderId: orderOfQuery(this),
      matchStatus: this.match_status,
      from: this.from_date,
      to: this.to_date,
      externalId: this.external_id,
      search: this.search,
    };
  }
}

/** What the list of exceptions can be narrowed to and sorted by. */
export class ExceptionsQuery extends ListQuery({
  sortable: ['submitted_at', 'due_date', 'total', 'id'],
  defaultOrder: 'asc',
}) {
  @Parameter.id() vendor_id?: VendorId;
  @Parameter.id() purchase_order_id?: OrderId;
  @Parameter.id({ description: 'The same as purchase_order_id.' }) po_id?: OrderId;
  @Parameter.oneOf(MATCH_STATUSES) match_status?: MatchStatus;

  /** @throws DomainError BAD_REQUEST when both names of the order are given and differ */
  toFilter(): InvoiceFilter {
    return {
      vendorId: this.vendor_id,
      orderId: orderOfQuery(this),
      matchStatus: this.match_status,
    };
  }
}
