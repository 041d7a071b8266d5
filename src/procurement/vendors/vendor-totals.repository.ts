import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import type { VendorId } from '../../common/records/ids';
import { type Decimal, decimal } from '../../common/money';
import type { Transaction } from '../../platform/database';
import { VendorPorts } from './ports';
import { ADD_TO_TOTALS, recountSql } from './vendor-totals.sql';

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
 * What orders make of a vendor: `total_orders` and `total_spend` of its approved and completed orders, and
 * `performance_score`. They are kept at write time so that a list of vendors counts nothing. They change `updated_at`, for
 * lists show them, and do not raise the vendor's version, so that no edit of the vendor fails because of an order.
 */
@Injectable()
export class VendorTotals {
  constructor(
    private readonly ports: VendorPorts,
    private readonly clock: Clock,
  ) {}

  /** Locks a vendor until the transaction ends: nobody else changes its totals or score meanwhile. */
  async lock(tx: Transaction, vendorId: VendorId): Promise<void> {
    await tx.query('SELECT FROM vendors WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE', [tx.tenantId, vendorId]);
  }

  /**
   * Stores a vendor's score, an integer from 0 to 100.
   * @returns how many vendors had another before: 1 or 0
   */
  async keepScore(tx: Transaction, vendorId: VendorId, score: number): Promise<number> {
    const changed = await tx.query(
      `UPDATE vendors SET performance_score = $3, updated_at = $4
        WHERE tenant_id = $1 AND id = $2 AND performance_score <> $3 RETURNING id`,
      [tx.tenantId, vendorId, score, this.clock.now()],
    );
    return changed.length;
  }

  /** Adds to the totals of a vendor, in the transaction of the order's change. */
  async add(tx: Transaction, vendorId: VendorId, { orders, spend, currency }: TotalsChange): Promise<void> {
    await tx.query(ADD_TO_TOTALS, [tx.tenantId, vendorId, orders, spend.toFixed(), currency, this.clock.now()]);
  }

  /** Sums `total_spend` of a locked vendor from its orders, after its currency has changed, and returns it. */
  async recount(tx: Transaction, vendorId: VendorId): Promise<Decimal> {
    const currency = 'coalesce(v.currency, t.currency)';
    const spent = this.ports.orders.spentSql({ tenantId: 'v.tenant_id', vendorId: 'v.id', currency });
    const [row] = await tx.query<{ total: string }>(recountSql(spent), [tx.tenantId, vendorId]);
    return decimal(row?.total ?? 0);
  }
}
