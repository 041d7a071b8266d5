import type { OrderId, TenantId } from '../../../common/records/ids';
import { Query, query } from '../../../database';

/** Who takes part in an order, with what the document says of them beyond the order's own answer. */
export interface PartiesRow {
  readonly tenant_name: string;
  readonly vendor: {
    readonly name: string;
    readonly name_ar: string | null;
    readonly contact_name: string | null;
    readonly email: string | null;
    readonly phone: string | null;
    readonly address: string | null;
    readonly vat_number: string | null;
    readonly cr_number: string | null;
    readonly payment_terms: number;
  };
  readonly department_name_ar: string | null;
  readonly project_name_ar: string | null;
  readonly requester_name_ar: string | null;
}

/** The parties of one order as a {@link PartiesRow}; no row when there is no such order. */
export function partiesOf(tenantId: TenantId, orderId: OrderId): Query {
  return query(
    `SELECT t.name AS tenant_name, d.name_ar AS department_name_ar, p.name_ar AS project_name_ar,
            u.name_ar AS requester_name_ar,
            json_build_object('name', v.name, 'name_ar', v.name_ar, 'contact_name', v.contacts->0->>'name',
              'email', v.email, 'phone', v.phone, 'address', v.address, 'vat_number', v.vat_number,
              'cr_number', v.cr_number, 'payment_terms', v.payment_terms) AS vendor
       FROM purchase_orders o
       JOIN tenants t ON t.id = o.tenant_id
       JOIN vendors v ON v.tenant_id = o.tenant_id AND v.id = o.vendor_id
       JOIN departments d ON d.tenant_id = o.tenant_id AND d.id = o.department_id
       JOIN users u ON u.tenant_id = o.tenant_id AND u.id = o.created_by_id
       LEFT JOIN projects p ON p.tenant_id = o.tenant_id AND p.id = o.project_id
      WHERE o.tenant_id = $1 AND o.id = $2`,
    [tenantId, orderId],
  );
}
