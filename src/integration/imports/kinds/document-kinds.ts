import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { together, type Warning } from '../../../common/warnings';
import { toNumber } from '../../../common/money';
import type { InvoiceId, OrderId, OrderItemId, VendorId } from '../../../common/records/ids';
import { UnitOfWork } from '../../../platform/database';
import { cellsOf } from '../../../platform/records';
import {
  CreateInvoiceDto,
  InvoiceApprovalService,
  InvoicesService,
  requireUnblocked,
  UpdateInvoiceDto,
  WrittenInvoice,
  WrittenInvoiceItem,
} from '../../../procurement/invoices';
import {
  CreateOrderDto,
  OrderApprovalService,
  PurchaseOrdersService,
  UpdateOrderDto,
  WrittenLine,
  WrittenOrder,
} from '../../../procurement/purchase-orders';
import { isBlocked, VendorReferences } from '../../../procurement/vendors';
import type { Columns, ImportKind, ImportOptions, ResentKind, Written } from './kind';
import { department, project, type Reference, vendor } from './references.sql';
import { storedDocuments } from './stored-documents.sql';

/**
 * Read-only fields of responses. Fields that name other records (`vendor`, `purchase_order`) are not included: without
 * its vendor or order it would be another document. `vendor_invoice_number` is not included either: next to it,
 * `invoice_number` is the service's number, which a request would read as the vendor's.
 */
const SHOWN: readonly string[] = [
  ...['id', 'version', 'status', 'created_at', 'created_by', 'updated_at', 'submitted_at', 'approved_at'],
  ...['rejected_at', 'rejection_reason', 'approvals', 'current_approval_step', 'pending_approvers'],
];

const LINE: Columns = cellsOf(WrittenLine);

/** More steps than any workflow has. */
const MOST_STEPS = 1000;

@Injectable()
export class OrderKind implements ImportKind {
  readonly table = 'purchase_orders';
  readonly columns: Columns = cellsOf(WrittenOrder);
  readonly required = ['item_description', 'item_quantity', 'item_unit_price'];
  readonly ignored = [
    ...SHOWN,
    ...['po_number', 'subtotal', 'vat_amount', 'total_amount', 'cancelled_at', 'cancellation_reason', 'closed_at'],
    ...['close_reason', 'completed_at', 'audit_trail', 'warnings'],
  ];
  readonly computed = ['subtotal', 'vat_amount', 'total_amount'];
  readonly lines = {
    field: 'items',
    columns: LINE,
    references: [],
    ignored: ['id', 'line_number', 'received_quantity', 'invoiced_quantity', 'closed_quantity', 'open_quantity'].concat(
      ['vat_amount', 'total'],
    ),
    computed: ['vat_amount', 'total'],
  };
  readonly references: readonly Reference[] = [vendor, ...department, ...project];
  readonly createType = CreateOrderDto;
  readonly resent: ResentKind = {
    updateType: UpdateOrderDto,
    editable: ['draft'],
    fixed: [],
    stored: (tx, ids) => storedDocuments(tx, 'purchase_orders', ids),
    update: async (actor, id, body, removedLines) => {
      const input = (body as UpdateOrderDto).toInput();
      if (Object.keys(input).length > 0) await this.orders.update(actor, id as OrderId, input);
      for (const line of removedLines) await this.orders.removeItem(actor, id as OrderId, line as OrderItemId);
      return {};
    },
  };

  constructor(
    private readonly orders: PurchaseOrdersService,
    private readonly approval: OrderApprovalService,
  ) {}

  /** `approve` submits the order and approves every step with an override. Budget checks still apply. */
  async create(actor: Actor, body: CreateOrderDto, { approve, comments }: ImportOptions): Promise<Written> {
    const { id, totals, items } = await this.orders.create(actor, body.toInput());
    const warnings = approve ? await this.approve(actor, id, comments) : [];
    const record = {
      ...{ subtotal: toNumber(totals.subtotal), vat_amount: toNumber(totals.vat) },
      total_amount: toNumber(totals.total),
    };
    const lines = items.map((item) => ({ vat_amount: item.vat_amount, total: item.total_amount }));
    return { id, version: 1, amounts: { record, lines }, warnings };
  }

  private async approve(actor: Actor, id: OrderId, comments: string): Promise<readonly Warning[]> {
    const warnings = [...(await this.approval.submit(actor, id)).warnings];
    for (let step = 1; step <= MOST_STEPS; step += 1) {
      const { order, warnings: more = [] } = await this.approval.approve(actor, id, { comments });
      warnings.push(...more);
      if (order.current_step === null) break;
    }
    // Each step returns all warnings.
    return together(warnings);
  }
}

@Injectable()
export class InvoiceKind implements ImportKind {
  readonly table = 'invoices';
  readonly columns: Columns = {
    ...cellsOf(WrittenInvoice, { omit: ['vendorInvoiceNumber'] }),
    ...{ invoice_number: 'text', invoice_date: 'day', due_date: 'day' },
  };
  readonly required = ['invoice_number', 'invoice_date', 'item_quantity'];
  readonly ignored = [
    ...SHOWN,
    ...['match_status', 'match_summary', 'payment_status', 'amount_paid', 'amount_due', 'amount_credited', 'payments'],
    ...['credit_notes', 'paid_at', 'approved_by', 'overridden', 'voided_at', 'void_reason', 'attachments', 'warnings'],
  ];
  readonly lines = {
    field: 'line_items',
    columns: { ...cellsOf(WrittenInvoiceItem, { omit: ['purchaseOrderItemId'] }), po_line_id: 'number' } as Columns,
    references: [
      { from: 'po_line_external_id', to: 'po_line_id', table: 'purchase_order_items', key: 'external_id' },
    ] as readonly Reference[],
    ignored: ['id', 'line_number', 'credited_quantity', 'vat_amount', 'line_total'],
    computed: ['vat_amount', 'line_total'],
  };
  readonly references: readonly Reference[] = [
    vendor,
    { from: 'purchase_order_external_id', to: 'purchase_order_id', table: 'purchase_orders', key: 'external_id' },
    { from: 'po_number', to: 'purchase_order_id', table: 'purchase_orders', key: 'po_number' },
    ...department,
  ];
  readonly createType = CreateInvoiceDto;
  readonly resent: ResentKind = {
    updateType: UpdateInvoiceDto,
    editable: ['draft', 'submitted', 'pending'],
    // Lines of an invoice are never removed: `line_items` differs if the file has fewer.
    fixed: ['vendor_id', 'purchase_order_id', 'po_id', 'currency', 'department_id', 'line_items'],
    stored: (tx, ids) => storedDocuments(tx, 'invoices', ids),
    update: async (actor, id, body) => {
      return this.invoices.update(actor, id as InvoiceId, (body as UpdateInvoiceDto).toInput());
    },
  };

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly vendors: VendorReferences,
    private readonly invoices: InvoicesService,
    private readonly approval: InvoiceApprovalService,
  ) {}

  /** `approve` approves the invoice with an override, also without a match. Vendor and budget checks still apply. */
  async create(actor: Actor, body: CreateInvoiceDto, { approve, comments }: ImportOptions): Promise<Written> {
    const invoice = await this.invoices.create(actor, body.toInput());
    let { warnings } = invoice;
    if (approve) {
      await this.requireUnblocked(actor, invoice.vendor.id as VendorId);
      warnings = together(warnings, await this.approve(actor, invoice.id, comments));
    }
    const lines = invoice.line_items.map(({ vat_amount, line_total }) => ({ vat_amount, line_total }));
    return { id: invoice.id, version: 1, amounts: { record: {}, lines }, warnings };
  }

  /** The override of the match would also accept a blocked vendor. @throws DomainError VENDOR_BLOCKED */
  private async requireUnblocked(actor: Actor, id: VendorId): Promise<void> {
    const vendor = await this.unitOfWork.run(actor.tenantId, (tx) => this.vendors.hold(tx, id));
    requireUnblocked(vendor, isBlocked(vendor));
  }

  private async approve(actor: Actor, id: InvoiceId, comments: string): Promise<readonly Warning[]> {
    await this.invoices.submit(actor, id);
    const warnings: Warning[] = [];
    for (let step = 1; step <= MOST_STEPS; step += 1) {
      const request = { comments, override: true, overrideBudget: false };
      const { status, warnings: more } = await this.approval.approve(actor, id, request);
      warnings.push(...more);
      // Approved, or already paid because nothing is due.
      if (status !== 'pending') break;
    }
    return warnings;
  }
}
