import type { CalendarDate } from '../../common/clock';
import type { OrderId, TenantId, VendorId } from '../../common/records/ids';
import { containing } from '../../database';
import type { ReceiptStatus } from '../domain/receipt-status';

/** What a list may be narrowed to. */
export interface ReceiptFilter {
  readonly status?: ReceiptStatus | undefined;
  readonly orderId?: OrderId | undefined;
  readonly vendorId?: VendorId | undefined;
  /** Inclusive days of the receiving, UTC. */
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
  /** Looked for in the receipt's and the delivery note's number. */
  readonly search?: string | undefined;
}

type Clause = readonly [sql: (placeholder: string) => string, value: unknown];

/** The WHERE of a list over `goods_receipts g` and its order `o`. The tenant is always $1. */
export function conditionOf(
  tenantId: TenantId,
  filter: ReceiptFilter,
): { readonly sql: string; readonly values: readonly unknown[] } {
  const clauses = clausesOf(filter);
  return {
    sql: ['g.tenant_id = $1', ...clauses.map(([text], index) => text(`$${index + 2}`))].join(' AND '),
    values: [tenantId, ...clauses.map(([, value]) => value)],
  };
}

function clausesOf({ status, orderId, vendorId, from, to, search }: ReceiptFilter): Clause[] {
  const clauses: (Clause | false)[] = [
    status !== undefined && [(at) => `g.status = ${at}`, status],
    orderId !== undefined && [(at) => `g.purchase_order_id = ${at}`, orderId],
    vendorId !== undefined && [(at) => `o.vendor_id = ${at}`, vendorId],
    from !== undefined && [(at) => `g.received_at >= ${at}::date::timestamp AT TIME ZONE 'UTC'`, from],
    to !== undefined && [(at) => `g.received_at < (${at}::date + 1)::timestamp AT TIME ZONE 'UTC'`, to],
    !!search && [(at) => `(g.gr_number ILIKE ${at} OR g.delivery_note_number ILIKE ${at})`, containing(search)],
  ];
  return clauses.filter((clause) => clause !== false);
}
