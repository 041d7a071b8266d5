import { INITIAL_PERMISSIONS } from '../../../common/actor/roles';
import { decidingRolesSql, INVOLVED } from '../queries/invoices.sql';

/** Invoices, for `ApprovalDocuments.sql`. One that no steps decide waits from its submit on. */
export const INVOICES = `
SELECT i.tenant_id, i.id, i.purchase_order_id, i.invoice_number AS number, i.total AS amount, i.currency,
       i.created_by_id AS asked_by_id, ${INVOLVED} AS barred_ids, coalesce(o.department_id, i.department_id) AS department_id,
       i.vendor_id, i.status = 'pending' AND i.current_step IS NULL AS waits_alone,
       coalesce(i.submitted_at, i.created_at) AS waits_since
  FROM invoices i
  LEFT JOIN purchase_orders o ON o.tenant_id = i.tenant_id AND o.id = i.purchase_order_id`;

/** The roles that may decide about invoices, for `ApprovalDocuments.roles`. */
export const ROLES = decidingRolesSql(`ARRAY['admin', '${INITIAL_PERMISSIONS['invoices.approve'].join("', '")}']`);
