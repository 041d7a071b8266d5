import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import {
  AmountColumn,
  type Decimal,
  InstantColumn,
  RefColumn,
  TenantColumn,
} from '../../../platform/database/entities/columns';
import { INVOICE_STATUSES, type InvoiceStatus } from '../domain/lifecycle';
import { MATCH_STATUSES, type MatchStatus } from '../../../common/settings';
import type { InvoiceId, OrderId, OrderItemId, TenantId, UserId, VendorId } from '../../../common/records/ids';
import { quantityText } from '../../../common/money';
import { ExternalFields, RecordField } from '../../../platform/records';
import { MAX_COMMENT, MAX_LINES, MAX_NOTES } from '../../../platform/validation';
import type { LineMatch, LineResult } from '../domain/matching/line-match';
import type { MatchResult } from '../domain/matching/match';
import type { MatchReason } from '../domain/matching/reasons';

/** A day in a response or the audit log: the instant at which it starts, UTC. */
export const midnight = (day: unknown): string => `${String(day)}T00:00:00.000Z`;

export class WrittenInvoice extends ExternalFields {
  @RecordField.reference({
    request: { description: 'Required without an order. With an order it must be the order’s vendor.' },
  })
  vendorId: VendorId;

  @RecordField.reference({ nullable: true }) purchaseOrderId: OrderId | null;

  /** The department whose budget an invoice without an order spends. */
  @RecordField.reference({ nullable: true }) departmentId: number | null;

  @RecordField.currency({
    request: { description: 'Default: the currency of the order, else of the vendor, else of the tenant.' },
  })
  currency: string;

  @RecordField.text({
    description: 'The vendor’s invoice number.',
    request: { description: 'The vendor’s invoice number.', example: 'B-2026-117' },
  })
  vendorInvoiceNumber: string;

  @RecordField.day({ audited: midnight, request: { description: 'At most 366 days in the future.' } })
  invoiceDate: string;

  @RecordField.day({
    audited: midnight,
    request: {
      description:
        'A calendar day. The time of a timestamp is ignored. Default for a new invoice: invoice_date plus the vendor’s payment terms.',
    },
  })
  dueDate: string;

  @RecordField.text({ nullable: true, max: MAX_NOTES, multiline: true }) description: string | null;

  @RecordField.amount({
    request: { description: 'As printed on the invoice. Send all three totals or none.', example: 6240 },
  })
  subtotal: Decimal;

  @RecordField.amount({ request: { description: 'As printed on the invoice.' } }) vatAmount: Decimal;
  @RecordField.amount({ request: { description: 'As printed on the invoice; must equal subtotal + vat_amount.' } })
  total: Decimal;
}

export class ShownInvoice extends WrittenInvoice {
  @RecordField.id() id: InvoiceId;
  @RecordField.text({ description: 'Number assigned by the service.', example: 'INV-2026-000001' })
  invoiceNumber: string;
  @RecordField.oneOf({ values: INVOICE_STATUSES }) status: InvoiceStatus;
  @RecordField.oneOf({ values: MATCH_STATUSES }) matchStatus: MatchStatus;

  @RecordField.amount({ columnDefault: 0, audited: false, description: 'Sum of the credit notes.' })
  creditedAmount: Decimal;

  /** Sum of payments less refunds. */
  @RecordField.amount({ columnDefault: 0, audited: false }) paidAmount: Decimal;

  /** Determines the invoice's position in the queue of the order's open invoices. */
  @RecordField.instant({ nullable: true }) submittedAt: Date | null;

  @RecordField.instant({ nullable: true }) approvedAt: Date | null;

  @RecordField.boolean({
    columnDefault: false,
    description: 'An administrator approved it although the match result or the blocked vendor did not allow it.',
  })
  overridden: boolean;

  @RecordField.text({ nullable: true }) rejectionReason: string | null;
  @RecordField.instant({ nullable: true }) rejectedAt: Date | null;
  @RecordField.text({ nullable: true }) voidReason: string | null;
  @RecordField.instant({ nullable: true }) voidedAt: Date | null;
  @RecordField.instant({ nullable: true }) paidAt: Date | null;
  @RecordField.instant({ audited: false }) createdAt: Date;
  @RecordField.instant({ audited: false }) updatedAt: Date;
}

@Entity('invoices')
@Unique(['tenantId', 'invoiceNumber'])
@Index('uq_invoices_identity', { synchronize: false })
@Index('ix_invoices_waiting', { synchronize: false })
@Index('ix_invoices_exceptions', { synchronize: false })
@Index('ix_invoices_created', { synchronize: false })
@Index('ix_invoices_status', { synchronize: false })
@Index('ix_invoices_vendor', { synchronize: false })
@Index('ix_invoices_shape', { synchronize: false })
@Index('ix_invoices_short_shape', { synchronize: false })
@Index('ix_invoices_due', { synchronize: false })
@Index('ix_invoices_total', { synchronize: false })
@Index('ix_invoices_vendor_number_sorted', { synchronize: false })
@Index('ix_invoices_updated', { synchronize: false })
@Index('ix_invoices_match', { synchronize: false })
@Index('ix_invoices_text', { synchronize: false })
@Index(['tenantId', 'purchaseOrderId', 'id'])
@Index(['tenantId', 'invoiceDate', 'id'])
@Check('ck_invoices_status', `status IN ('draft', 'submitted', 'pending', 'approved', 'paid', 'cancelled')`)
@Check('ck_invoices_match_status', `match_status IN ('full_match', 'partial_match', 'mismatch', 'pending_grn')`)
@Check('ck_invoices_total', 'total = subtotal + vat_amount')
@Check('ck_invoices_credited', 'credited_amount >= 0 AND credited_amount <= total')
@Check('ck_invoices_due_date', 'due_date >= invoice_date')
@Index('uq_invoices_external_id', { synchronize: false })
@ForeignKey('Vendor', ['tenantId', 'vendorId'], ['tenantId', 'id'])
@ForeignKey('PurchaseOrder', ['tenantId', 'purchaseOrderId'], ['tenantId', 'id'])
@ForeignKey('Department', ['tenantId', 'departmentId'], ['tenantId', 'id'])
@ForeignKey('User', ['tenantId', 'createdById'], ['tenantId', 'id'])
@ForeignKey('User', ['tenantId', 'submittedById'], ['tenantId', 'id'])
@ForeignKey('User', ['tenantId', 'approvedById'], ['tenantId', 'id'])
export class Invoice extends ShownInvoice {
  @TenantColumn() tenantId: TenantId;

  /** The normalised vendor number; with the fiscal year unique per vendor among invoices not cancelled. */
  @Column({ type: 'text' }) numberKey: string;

  @Column({ type: 'int' }) fiscalYear: number;

  /** Number of changes of the fiscal year's start month that `fiscalYear` takes into account. */
  @Column({ type: 'int', default: 0 }) fiscalSeries: number;

  @InstantColumn({ nullable: true }) lastMatchedAt: Date | null;

  @Column({ type: 'jsonb', nullable: true }) match: StoredMatch | null;

  /** The current approval step, while steps decide the invoice. */
  @Column({ type: 'int', nullable: true }) currentStep: number | null;
  @RefColumn({ nullable: true }) submittedById: UserId | null;

  /** Users who changed it after it was created or submitted it before it was withdrawn, each once. */
  @Column({ type: 'bigint', array: true, default: () => "'{}'" }) changedByIds: UserId[];

  @RefColumn({ nullable: true }) approvedById: UserId | null;
  @RefColumn({ nullable: true }) createdById: UserId | null;
  @Column({ type: 'int', default: 1 }) version: number;
}

export class WrittenInvoiceItem extends ExternalFields {
  @RecordField.reference({ nullable: true, audited: false, request: { description: 'The billed order line.' } })
  purchaseOrderItemId: OrderItemId | null;

  @RecordField.text({
    max: MAX_COMMENT,
    multiline: true,
    request: { description: 'Default: the description of the order line in po_line_id. Required without po_line_id.' },
  })
  description: string;

  @RecordField.quantity() quantity: Decimal;

  @RecordField.text({
    nullable: true,
    max: 50,
    request: { description: 'Default: the unit of the order line in po_line_id.' },
  })
  unit: string | null;

  @RecordField.unitPrice({
    request: { description: 'Default: the price of the order line in po_line_id. Required without po_line_id.' },
  })
  unitPrice: Decimal;

  @RecordField.percent({
    description: 'Percent.',
    request: { description: 'Percent. Default: the rate of the order line in po_line_id, else the tenant’s default.' },
  })
  vatRate: Decimal;
}

export class ShownInvoiceItem extends WrittenInvoiceItem {
  @RecordField.id() id: number;
  @RecordField.integer({ min: 1, max: MAX_LINES }) lineNumber: number;
  @RecordField.amount({ audited: false }) vatAmount: Decimal;
  @RecordField.amount({ audited: false, description: 'Including VAT.' }) total: Decimal;

  @RecordField.quantity({ columnDefault: 0, description: 'Quantity credited by credit notes.' })
  creditedQuantity: Decimal;
}

@Entity('invoice_items')
@Unique(['tenantId', 'invoiceId', 'lineNumber'])
@Index(['tenantId', 'purchaseOrderItemId'])
@Index(['tenantId', 'matchedItemId'])
@Check('ck_invoice_items_total', 'total = net_amount + vat_amount')
@Check('ck_invoice_items_credited', 'credited_quantity >= 0 AND credited_quantity <= quantity')
@Index('uq_invoice_items_external_id', { synchronize: false })
@ForeignKey('Invoice', ['tenantId', 'invoiceId'], ['tenantId', 'id'])
@ForeignKey('PurchaseOrderItem', ['tenantId', 'purchaseOrderItemId'], ['tenantId', 'id'], { onDelete: 'SET NULL' })
@ForeignKey('PurchaseOrderItem', ['tenantId', 'matchedItemId'], ['tenantId', 'id'], { onDelete: 'SET NULL' })
export class InvoiceItem extends ShownInvoiceItem {
  @TenantColumn() tenantId: TenantId;
  @RefColumn() invoiceId: InvoiceId;

  /** The order line that the last match paired with this line. */
  @RefColumn({ nullable: true }) matchedItemId: OrderItemId | null;

  @AmountColumn() netAmount: Decimal;
}

/** A line of a stored match. Figures are exact decimals as text. */
export interface StoredLine {
  readonly id: number;
  readonly line: number;
  readonly po_line_id: number | null;
  readonly result: LineResult;
  readonly quantity: string;
  readonly unit_price: string;
  readonly ordered: string | null;
  readonly accepted: string | null;
  readonly billed_before: string | null;
  readonly order_price: string | null;
}

/** A match as stored on the invoice: enough data to explain the result later, in either language. */
export interface StoredMatch {
  /** Null without an order. */
  readonly three_way: boolean | null;
  readonly po_variance_pct: string | null;
  readonly gr_variance_pct: string | null;
  readonly lines: readonly StoredLine[];
  readonly reasons: readonly MatchReason[];
}

export function storedMatch(result: MatchResult): StoredMatch {
  return {
    three_way: result.threeWay,
    po_variance_pct: result.variances.po?.toFixed(2) ?? null,
    gr_variance_pct: result.variances.gr?.toFixed(2) ?? null,
    lines: result.lines.map(storedLine),
    reasons: result.reasons,
  };
}

function storedLine({ line, billed, result }: LineMatch): StoredLine {
  return {
    id: line.id,
    line: line.lineNumber,
    po_line_id: billed?.line.id ?? null,
    result,
    quantity: quantityText(line.quantity),
    unit_price: quantityText(line.unitPrice),
    ordered: billed ? quantityText(billed.line.ordered) : null,
    accepted: billed ? quantityText(billed.line.accepted) : null,
    billed_before: billed ? quantityText(billed.before) : null,
    order_price: billed ? quantityText(billed.line.unitPrice) : null,
  };
}
