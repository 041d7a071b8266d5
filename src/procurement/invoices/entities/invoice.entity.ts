import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import {
  AmountColumn,
  DayColumn,
  type Decimal,
  ExternalIdColumn,
  IdColumn,
  InstantColumn,
  MetadataColumn,
  PercentColumn,
  PriceColumn,
  QuantityColumn,
  RefColumn,
  TenantColumn,
} from '../../../platform/database/entities/columns';
import type { InvoiceStatus } from '../domain/lifecycle';
import type { MatchStatus } from '../../../common/settings';
import type { Metadata } from '../../../common/records/external';
import type { InvoiceId, OrderId, OrderItemId, TenantId, UserId, VendorId } from '../../../common/records/ids';
import { quantityText } from '../../../common/money';
import type { LineMatch, LineResult } from '../domain/matching/line-match';
import type { MatchResult } from '../domain/matching/match';
import type { MatchReason } from '../domain/matching/reasons';

/** A vendor's bill. The header is what the vendor printed; how it compares with its lines is the match's business. */
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
export class Invoice {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: InvoiceId;

  /** INV-2026-000042. */
  @Column({ type: 'text' }) invoiceNumber: string;

  /** The vendor's own number, as printed. */
  @Column({ type: 'text' }) vendorInvoiceNumber: string;

  /** The vendor's number folded, and the fiscal year it counts in: unique for the vendor among those not cancelled. */
  @Column({ type: 'text' }) numberKey: string;

  @Column({ type: 'int' }) fiscalYear: number;

  /** How many changes of the fiscal year's first month `fiscalYear` follows. */
  @Column({ type: 'int', default: 0 }) fiscalSeries: number;

  @RefColumn() vendorId: VendorId;
  @RefColumn({ nullable: true }) purchaseOrderId: OrderId | null;

  /** Whose budget an invoice without an order spends. */
  @RefColumn({ nullable: true }) departmentId: number | null;

  @Column({ type: 'text' }) status: InvoiceStatus;
  @Column({ type: 'text' }) matchStatus: MatchStatus;
  @Column({ type: 'text' }) currency: string;
  @AmountColumn() subtotal: Decimal;
  @AmountColumn() vatAmount: Decimal;
  @AmountColumn() total: Decimal;

  /** Sum of its credit notes. */
  @AmountColumn({ default: 0 }) creditedAmount: Decimal;

  /** Sum of its payments, refunds taken off. */
  @AmountColumn({ default: 0 }) paidAmount: Decimal;

  @DayColumn() invoiceDate: string;
  @DayColumn() dueDate: string;
  @Column({ type: 'text', nullable: true }) description: string | null;

  /** Its place in the queue of the order's waiting invoices. */
  @InstantColumn({ nullable: true }) submittedAt: Date | null;

  @InstantColumn({ nullable: true }) lastMatchedAt: Date | null;

  /** What the last match found; null before the first. */
  @Column({ type: 'jsonb', nullable: true }) match: StoredMatch | null;

  /** The step whose turn it is, while steps decide it. */
  @Column({ type: 'int', nullable: true }) currentStep: number | null;
  @RefColumn({ nullable: true }) submittedById: UserId | null;

  /** Who changed it since it was recorded, or submitted it before it was withdrawn; each once. */
  @Column({ type: 'bigint', array: true, default: () => "'{}'" }) changedByIds: UserId[];

  @RefColumn({ nullable: true }) approvedById: UserId | null;
  @InstantColumn({ nullable: true }) approvedAt: Date | null;

  /** Approved by an administrator although the match said no. */
  @Column({ type: 'boolean', default: false }) overridden: boolean;

  @Column({ type: 'text', nullable: true }) rejectionReason: string | null;
  @InstantColumn({ nullable: true }) rejectedAt: Date | null;
  @Column({ type: 'text', nullable: true }) voidReason: string | null;
  @InstantColumn({ nullable: true }) voidedAt: Date | null;
  @InstantColumn({ nullable: true }) paidAt: Date | null;
  @RefColumn({ nullable: true }) createdById: UserId | null;
  @ExternalIdColumn() externalId: string | null;
  @MetadataColumn() metadata: Metadata;
  @InstantColumn() createdAt: Date;
  @InstantColumn() updatedAt: Date;
  @Column({ type: 'int', default: 1 }) version: number;
}

/** A line of an invoice, with the order line it bills. */
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
export class InvoiceItem {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;
  @RefColumn() invoiceId: InvoiceId;
  @Column({ type: 'int' }) lineNumber: number;

  /** The order line the caller named. */
  @RefColumn({ nullable: true }) purchaseOrderItemId: OrderItemId | null;

  /** The order line the last match paired it with. */
  @RefColumn({ nullable: true }) matchedItemId: OrderItemId | null;

  @Column({ type: 'text' }) description: string;
  @QuantityColumn() quantity: Decimal;
  @Column({ type: 'text', nullable: true }) unit: string | null;
  @PriceColumn() unitPrice: Decimal;
  @PercentColumn() vatRate: Decimal;
  @AmountColumn() netAmount: Decimal;
  @AmountColumn() vatAmount: Decimal;
  @AmountColumn() total: Decimal;

  /** What credit notes took off the billed quantity. */
  @QuantityColumn({ default: 0 }) creditedQuantity: Decimal;

  @ExternalIdColumn() externalId: string | null;
  @MetadataColumn() metadata: Metadata;
}

/** A line of a match as it is kept on the invoice. Figures are exact decimals as text. */
export interface StoredLine {
  /** The invoice's line: its id and number. */
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

/** A match as it is kept on the invoice: enough to explain the result years later, in either language. */
export interface StoredMatch {
  /** Null without an order. */
  readonly three_way: boolean | null;
  readonly po_variance_pct: string | null;
  readonly gr_variance_pct: string | null;
  readonly lines: readonly StoredLine[];
  readonly reasons: readonly MatchReason[];
}

/** What of a match is kept. */
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
