import { Injectable } from '@nestjs/common';
import type { Transaction } from '../database';
import { decimal } from '../common/money';
import type { Inheritable } from './domain/entry/lines';

/** An order as a new invoice of it sees it. */
export interface BilledOrder {
  readonly id: number;
  readonly vendorId: number;
  readonly departmentId: number;
  readonly currency: string;
  readonly lines: readonly Inheritable[];
}

interface Row {
  readonly id: number;
  readonly vendor_id: number;
  readonly department_id: number;
  readonly currency: string;
  readonly lines: readonly {
    readonly id: number;
    readonly description: string;
    readonly unit: string | null;
    readonly unit_price: string;
    readonly vat_rate: string;
  }[];
}

/** The orders that invoices bill, whatever their status: only the match cares. */
@Injectable()
export class BilledOrders {
  async find(tx: Transaction, id: number): Promise<BilledOrder | undefined> {
    const [row] = await tx.query<Row>(
      `SELECT o.id, o.vendor_id, o.department_id, o.currency,
              (SELECT coalesce(json_agg(json_build_object('id', i.id, 'description', i.description, 'unit', i.unit,
                        'unit_price', i.unit_price::text, 'vat_rate', i.vat_rate::text)), '[]'::json)
                 FROM purchase_order_items i WHERE i.tenant_id = o.tenant_id AND i.purchase_order_id = o.id) AS lines
         FROM purchase_orders o WHERE o.tenant_id = $1 AND o.id = $2`,
      [tx.tenantId, id],
    );
    return row && billedOrder(row);
  }
}

function billedOrder({ id, vendor_id, department_id, currency, lines }: Row): BilledOrder {
  return {
    id,
    vendorId: vendor_id,
    departmentId: department_id,
    currency,
    lines: lines.map((line) => ({
      id: line.id,
      description: line.description,
      unit: line.unit,
      unitPrice: decimal(line.unit_price),
      vatRate: decimal(line.vat_rate),
    })),
  };
}
