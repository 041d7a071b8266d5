import { INITIAL_PERMISSIONS } from '../../../common/actor/roles';
import { peopleSql, stepsSql } from '../../approvals';
import { decidingRolesSql, INVOLVED } from '../queries/invoices.sql';

const subject = { tenantId: 'waiting.tenant_id', invoiceId: 'waiting.invoice_id' };
const departmentId = 'coalesce(o.department_id, i.department_id)';

/** Invoices, for `ApprovalDocuments.sql`. An invoice without steps waits for its decision from its submit on. */
export const INVOICES = `
SELECT i.tenant_id, i.id, i.purchase_order_id, i.invoice_number AS number, i.total AS amount, i.currency,
       i.created_by_id AS asked_by_id, ${INVOLVED} AS barred_ids, ${departmentId} AS department_id,
       i.vendor_id, i.status = 'pending' AND i.current_step IS NULL AS waits_alone,
       coalesce(i.submitted_at, i.created_at) AS waits_since
  FROM invoices i
  LEFT JOIN purchase_orders o ON o.tenant_id = i.tenant_id AND o.id = i.purchase_order_id`;

/** Roles that may decide invoices, for `ApprovalDocuments.roles`. */
export const ROLES = decidingRolesSql(`ARRAY['admin', '${INITIAL_PERMISSIONS['invoices.approve'].join("', '")}']`);

/**
 * A superset of the invoices with an open step of a user; the approval rules filter it. Values: tenant, user, role,
 * today.
 */
export const WAITING = `
  SELECT waiting.invoice_id, to_jsonb(${INVOLVED}) AS involved, ${departmentId} AS department_id, ${stepsSql(subject)} AS steps,
         ${peopleSql({ ...subject, departmentId, today: '$4::date' })} AS people
    FROM approval_steps waiting
    JOIN invoices i ON i.tenant_id = waiting.tenant_id AND i.id = waiting.invoice_id
    LEFT JOIN purchase_orders o ON o.tenant_id = i.tenant_id AND o.id = i.purchase_order_id
   WHERE waiting.tenant_id = $1 AND waiting.status = 'pending'
     AND ($2 = ANY (waiting.user_ids) OR $2 = ANY (waiting.member_ids) OR waiting.role IN ($3, 'department_head'))
   ORDER BY waiting.id`;
