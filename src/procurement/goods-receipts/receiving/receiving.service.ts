import { Injectable } from '@nestjs/common';
import { type Decimal, decimal } from '../../../common/money';
import type { OrderId, OrderItemId, UserId } from '../../../common/records/ids';
import type { Transaction } from '../../../platform/database';
import type { ReceiptFacts } from '../../purchase-orders';
import { TenantSettings } from '../../../organisation/tenants';
import { isThreeWay } from '../domain/receipt';

@Injectable()
export class ReceivingService implements ReceiptFacts {
  constructor(private readonly tenants: TenantSettings) {}

  /** Accepted quantity per order line: received less rejected and returned, without cancelled receipts. */
  async acceptedByItem(tx: Transaction, orderId: OrderId): Promise<ReadonlyMap<OrderItemId, Decimal>> {
    return this.sums(tx, orderId, 'i.quantity_received - i.quantity_rejected - i.quantity_returned');
  }

  async returnedByItem(tx: Transaction, orderId: OrderId): Promise<ReadonlyMap<OrderItemId, Decimal>> {
    return this.sums(tx, orderId, 'i.quantity_returned');
  }

  /** Users who posted active receipts of the order. */
  async receiversOf(tx: Transaction, orderId: OrderId): Promise<readonly UserId[]> {
    const rows = await tx.query<{ id: UserId }>(
      `SELECT DISTINCT created_by_id AS id FROM goods_receipts
        WHERE tenant_id = $1 AND purchase_order_id = $2 AND status = 'posted' AND created_by_id IS NOT NULL`,
      [tx.tenantId, orderId],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Whether the order's invoices are also matched with its receipts.
   * @throws DomainError NOT_FOUND if the tenant does not exist
   */
  async isThreeWay(
    tx: Transaction,
    { id, approvedAt }: { readonly id: OrderId; readonly approvedAt: Date | null },
  ): Promise<boolean> {
    const [{ settings }, [row]] = await Promise.all([
      this.tenants.of(tx),
      tx.query<{ stands: boolean; first_at: Date | null }>(
        `SELECT EXISTS (SELECT FROM goods_receipts WHERE tenant_id = $1 AND purchase_order_id = $2 AND status = 'posted') AS stands,
                (SELECT created_at FROM goods_receipts WHERE tenant_id = $1 ORDER BY created_at, id LIMIT 1) AS first_at`,
        [tx.tenantId, id],
      ),
    ]);
    const facts = { receiptStands: row?.stands ?? false, firstReceiptAt: row?.first_at ?? null, approvedAt };
    return isThreeWay(settings.matching_policy, facts);
  }

  private async sums(tx: Transaction, orderId: OrderId, quantity: string): Promise<ReadonlyMap<OrderItemId, Decimal>> {
    const rows = await tx.query<{ item_id: OrderItemId; quantity: string }>(
      `SELECT i.purchase_order_item_id AS item_id, sum(${quantity}) AS quantity
         FROM goods_receipts g
         JOIN goods_receipt_items i ON i.tenant_id = g.tenant_id AND i.goods_receipt_id = g.id
        WHERE g.tenant_id = $1 AND g.purchase_order_id = $2 AND g.status = 'posted'
        GROUP BY i.purchase_order_item_id`,
      [tx.tenantId, orderId],
    );
    return new Map(rows.map(({ item_id, quantity: sum }) => [item_id, decimal(sum)]));
  }
}
