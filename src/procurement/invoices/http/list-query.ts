import { MATCH_STATUSES, type MatchStatus } from '../../../common/settings';
import type { OrderId, UserId, VendorId } from '../../../common/records/ids';
import { ListQuery, Parameter } from '../../../platform/http';
import { INVOICE_STATUSES, type InvoiceStatus } from '../domain/lifecycle';
import { PAYMENT_STATUSES, type PaymentStatus } from '../domain/payments';
import { orderOfQuery } from './requests';

/** Filters of an invoice list. Days are inclusive. */
export type InvoiceFilter = { readonly [Name in keyof AllFilters]?: AllFilters[Name] | undefined };

type AllFilters = ReturnType<InvoicesQuery['toFilter']>;

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

const MATCH = { description: 'Invoices with this match status.', example: 'partial_match,mismatch' };

export class InvoicesQuery extends ListQuery({
  sortable: SORTABLE,
  search: 'both numbers, the description and the vendor’s names',
  updated: true,
}) {
  @Parameter.someOf(INVOICE_STATUSES, { description: 'Invoices in this status.', example: 'approved,paid' })
  status?: InvoiceStatus[];

  @Parameter.someOf(PAYMENT_STATUSES, {
    description:
      'As of today (UTC). `unpaid` includes drafts and cancelled invoices. `overdue` includes partly paid invoices.',
    example: 'unpaid,overdue',
  })
  payment_status?: PaymentStatus[];

  @Parameter.id({ description: 'Invoices of this vendor.', example: 1 }) vendor_id?: VendorId;
  @Parameter.id({ description: 'Invoices of this order.', example: 1 }) purchase_order_id?: OrderId;
  @Parameter.id({ description: 'The same as purchase_order_id.', example: 1 }) po_id?: OrderId;
  @Parameter.id({ description: 'Invoices of orders of this project.', example: 1 }) project_id?: number;
  @Parameter.id({ description: 'Invoices created by this user.', example: 1 }) created_by_id?: UserId;
  @Parameter.currency({ description: 'Invoices in this currency, ISO 4217.', example: 'SAR' }) currency?: string;
  @Parameter.someOf(MATCH_STATUSES, MATCH) match_status?: MatchStatus[];
  @Parameter.day({ description: 'invoice_date on this day or later.', example: '2026-03-01' }) from_date?: string;
  @Parameter.day({ description: 'invoice_date on this day or earlier.', example: '2026-03-31' }) to_date?: string;
  @Parameter.day({ description: 'due_date on this day or later.', example: '2026-04-01' }) due_from?: string;
  @Parameter.day({ description: 'due_date on this day or earlier.', example: '2026-04-30' }) due_to?: string;
  @Parameter.externalId() external_id?: string;

  toFilter() {
    return {
      statuses: this.status,
      paymentStatuses: this.payment_status,
      vendorId: this.vendor_id,
      orderId: orderOfQuery(this),
      projectId: this.project_id,
      createdById: this.created_by_id,
      currency: this.currency,
      matchStatuses: this.match_status,
      from: this.from_date,
      to: this.to_date,
      dueFrom: this.due_from,
      dueTo: this.due_to,
      updated: this.updated(),
      externalId: this.external_id,
      search: this.search,
    };
  }
}

export class ExceptionsQuery extends ListQuery({
  sortable: ['submitted_at', 'updated_at', 'due_date', 'total', 'id'],
  defaultOrder: 'asc',
  updated: true,
}) {
  @Parameter.id({ description: 'Invoices of this vendor.', example: 1 }) vendor_id?: VendorId;
  @Parameter.id({ description: 'Invoices of this order.', example: 1 }) purchase_order_id?: OrderId;
  @Parameter.id({ description: 'The same as purchase_order_id.', example: 1 }) po_id?: OrderId;
  @Parameter.someOf(MATCH_STATUSES, MATCH) match_status?: MatchStatus[];

  toFilter(): InvoiceFilter {
    return {
      vendorId: this.vendor_id,
      orderId: orderOfQuery(this),
      matchStatuses: this.match_status,
      updated: this.updated(),
    };
  }
}
