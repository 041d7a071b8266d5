import { Injectable } from '@nestjs/common';
import type { Decimal } from '../common/money';
import type { VendorId } from '../common/records/ids';
import type { Transaction } from '../database';

/** What an order adds to its vendor's totals; negative where it takes off them. */
export interface TotalsChange {
  /** 1 when an order becomes approved, -1 when it stops being approved or completed, 0 when only its total changes. */
  readonly orders: number;
  /** VAT included, in the order's currency. */
  readonly spend: Decimal;
  /** The order's. Spend in another than the vendor's (the tenant's, when the vendor has none) is not added. */
  readonly currency: string;
}

/**
 * `total_orders` and `total_spend` of vendors: approved and completed orders. They are kept at write time so that a list of
 * vendors counts nothing, and do not raise the vendor's version, so that no edit of the vendor fails because of an order.
 */
@Injectable()
export class VendorTotals {
  /** Adds to the totals of a vendor, in the transaction of the order's change. */
  async add(tx: Transaction, vendorId: VendorId, { orders, spend, currency }: TotalsChange): Promise<void> {
    await tx.query(
      `UPDATE vendors v
          SET total_orders = v.total_orders + $3,
              total_spend = v.total_spend + CASE WHEN coalesce(v.currency, t.currency) = $5 THEN $4::numeric ELSE 0 END
         FROM tenants t
        WHERE v.tenant_id = $1 AND v.id = $2 AND t.id = v.tenant_id`,
      [tx.tenantId, vendorId, orders, spend.toFixed(), currency],
    );
  }

  /** Sums `total_spend` of a locked vendor from its orders, after its currency has changed. */
  async recount(tx: Transaction, vendorId: VendorId): Promise<void> {
    await tx.query(
      `UPDATE vendors v
          SET total_spend = (
                SELECT coalesce(sum(o.total_amount), 0) FROM purchase_orders o
                 WHERE o.tenant_id = v.tenant_id AND o.vendor_id = v.id AND o.status IN ('approved', 'completed')
                   AND o.currency = coalesce(v.currency, t.currency))
         FROM tenants t
        WHERE v.tenant_id = $1 AND v.id = $2 AND t.id = v.tenant_id`,
      [tx.tenantId, vendorId],
    );
  }
}
