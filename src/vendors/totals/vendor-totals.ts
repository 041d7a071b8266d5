import { Injectable } from '@nestjs/common';
import type { Decimal } from '../../common/money';
import type { Transaction } from '../../database';
import { VendorPorts } from '../ports';
import { ADD_TO_TOTALS, recountSql } from './totals.sql';

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
 * `total_orders` and `total_spend` of vendors, their approved and completed orders, and `performance_score`. They are kept at
 * write time so that a list of vendors counts nothing, and do not raise the vendor's version, so that no edit of the vendor
 * fails because of an order.
 */
@Injectable()
export class VendorTotals {
  constructor(private readonly ports: VendorPorts) {}

  /** Locks a vendor, if it is there, until the transaction ends: changes of what its score follows from take turns. */
  async lock(tx: Transaction, vendorId: number): Promise<void> {
    await tx.query('SELECT FROM vendors WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE', [tx.tenantId, vendorId]);
  }

  /**
   * Keeps a vendor's score, from 0 to 100.
   * @returns how many vendors had another before: 1 or 0
   */
  async score(tx: Transaction, vendorId: number, score: number): Promise<number> {
    const changed = await tx.query(
      `UPDATE vendors SET performance_score = $3 WHERE tenant_id = $1 AND id = $2 AND performance_score <> $3 RETURNING id`,
      [tx.tenantId, vendorId, score],
    );
    return changed.length;
  }

  /** Adds to the totals of a vendor, in the transaction of the order's change. */
  async add(tx: Transaction, vendorId: number, { orders, spend, currency }: TotalsChange): Promise<void> {
    await tx.query(ADD_TO_TOTALS, [tx.tenantId, vendorId, orders, spend.toFixed(), currency]);
  }

  /** Sums `total_spend` of a locked vendor from its orders, after its currency has changed. */
  async recount(tx: Transaction, vendorId: number): Promise<void> {
    const currency = 'coalesce(v.currency, t.currency)';
    const spent = this.ports.orders.spentSql({ tenantId: 'v.tenant_id', vendorId: 'v.id', currency });
    await tx.query(recountSql(spent), [tx.tenantId, vendorId]);
  }
}
