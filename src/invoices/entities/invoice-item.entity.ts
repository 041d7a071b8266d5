import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import type { InvoiceId, OrderItemId, TenantId } from '../../common/records/ids';
import {
  AmountColumn,
  type Decimal,
  IdColumn,
  PercentColumn,
  PriceColumn,
  QuantityColumn,
  RefColumn,
  TenantColumn,
} from '../../database/columns';

/** A line of an invoice, with the order line it bills. */
@Entity('invoice_items')
@Unique(['tenantId', 'invoiceId', 'lineNumber'])
@Index(['tenantId', 'purchaseOrderItemId'])
@Index(['tenantId', 'matchedItemId'])
@Check('ck_invoice_items_total', 'total = net_amount + vat_amount')
@Check('ck_invoice_items_credited', 'credited_quantity >= 0 AND credited_quantity <= quantity')
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
}
