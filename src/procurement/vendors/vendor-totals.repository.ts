import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import type { VendorId } from '../../common/records/ids';
import { type Decimal, decimal } from '../../common/money';
import type { Transaction } from '../../platform/database';
import { VendorPorts } from './ports';
import { ADD_TO_TOTALS, recountSql } from './vendor-totals.sql';

/** Change of a vendor's totals by an order. */
export interface TotalsChange {
  /** 1 when an order becomes approved, -1 when it is no longer approved or completed, 0 when only its total changes. */
  readonly orders: number;
  /** Including VAT, in the order's currency. */
  readonly spend: Decimal;
  /** The order's currency. Spend in a currency other than the vendor's (by default the tenant's) is not added. */
  readonly currency: string;
}

/**
 * `total_orders` and `total_spend` of a vendor's approved and completed orders, and `performance_score`. They are
 * updated with each write, so lists need no aggregation. They change `updated_at` because lists show them. They do not
 * increment the version, so an order never makes a vendor update fail.
 */
@Injectable()
export class VendorTotals {
  constructor(
    private readonly ports: VendorPorts,
    private readonly clock: Clock,
  ) {}

  /** Locks a vendor against changes of its totals or score until the end of the transaction. */
  async lock(tx: Transaction, vendorId: VendorId): Promise<void> {
    await tx.query('SELECT FROM vendors WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE', [tx.tenantId, vendorId]);
  }

  /** Saves a score from 0 to 100. @returns the number of changed vendors: 1 or 0 */
  async saveScore(tx: Transaction, vendorId: VendorId, score: number): Promise<number> {
    const changed = await tx.query(
      `UPDATE vendors SET performance_score = $3, updated_at = $4
        WHERE tenant_id = $1 AND id = $2 AND performance_score <> $3 RETURNING id`,
      [tx.tenantId, vendorId, score, this.clock.now()],
    );
    return changed.length;
  }

  /** Must run in the transaction of the order's change. Sent with the next statement. */
  add(tx: Transaction, vendorId: VendorId, { orders, spend, currency }: TotalsChange): void {
    void tx.send(ADD_TO_TOTALS, [tx.tenantId, vendorId, orders, spend.toFixed(), currency, this.clock.now()]);
  }

  /** Recomputes and returns `total_spend` of a locked vendor after a change of its currency. */
  async recount(tx: Transaction, vendorId: VendorId): Promise<Decimal> {
    const currency = 'coalesce(v.currency, t.currency)';
    const spent = this.ports.orders.spentSql({ tenantId: 'v.tenant_id', vendorId: 'v.id', currency });
    const [row] = await tx.query<{ total: string }>(recountSql(spent), [tx.tenantId, vendorId]);
    return decimal(row?.total ?? 0);
  }
}
