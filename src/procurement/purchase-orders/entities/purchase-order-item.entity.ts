import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import type { Metadata } from '../../../common/records/external';
import type { OrderId, OrderItemId, TenantId } from '../../../common/records/ids';
import {
  AmountColumn,
  Decimal,
  ExternalIdColumn,
  IdColumn,
  MetadataColumn,
  PercentColumn,
  PriceColumn,
  QuantityColumn,
  RefColumn,
  TenantColumn,
} from '../../../platform/database/entities/columns';

/** A line of a purchase order, with how far it has come. */
@Entity('purchase_order_items')
@Unique(['tenantId', 'purchaseOrderId', 'lineNumber'])
@Check('ck_purchase_order_items_quantity', `quantity > 0 AND closed_quantity BETWEEN 0 AND quantity`)
@Check('ck_purchase_order_items_total', `total_amount = net_amount + vat_amount`)
@Index('ix_purchase_order_items_text', { synchronize: false })
@Index('uq_purchase_order_items_external_id', { synchronize: false })
@ForeignKey('PurchaseOrder', ['tenantId', 'purchaseOrderId'], ['tenantId', 'id'], { onDelete: 'CASCADE' })
export class PurchaseOrderItem {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: OrderItemId;
  @RefColumn() purchaseOrderId: OrderId;

  /** From 1; a removed line leaves a gap, so that a line keeps the number people call it by. */
  @Column({ type: 'int' }) lineNumber: number;

  @Column({ type: 'text' }) description: string;
  @QuantityColumn() quantity: Decimal;
  @Column({ type: 'text', nullable: true }) unit: string | null;
  @PriceColumn() unitPrice: Decimal;
  @PercentColumn() vatRate: Decimal;
  @AmountColumn() netAmount: Decimal;
  @AmountColumn() vatAmount: Decimal;
  @AmountColumn() totalAmount: Decimal;

  /** What a short close took off the quantity. */
  @QuantityColumn({ default: 0 }) closedQuantity: Decimal;

  /** The part of it that was closed after the expected day; null for a close from before this was recorded. */
  @QuantityColumn({ nullable: true }) closedLateQuantity: Decimal | null;

  /** Accepted less returned: kept from the receipts by `OrderProgressService.settle`, never set by hand. */
  @QuantityColumn({ default: 0 }) receivedQuantity: Decimal;

  /** On approved invoices less line credits: kept from the invoices by `OrderProgressService.settle`, never set by hand. */
  @QuantityColumn({ default: 0 }) invoicedQuantity: Decimal;

  @ExternalIdColumn() externalId: string | null;
  @MetadataColumn() metadata: Metadata;
}
