import { peopleSql, stepsSql } from '../../approvals';
import { INVOLVED } from '../queries/invoices.sql';

const subject = { tenantId: 'waiting.tenant_id', invoiceId: 'waiting.invoice_id' };
const departmentId = 'coalesce(o.department_id, i.department_id)';

/**
 * The invoices whose open step may have asked a user. Wider than the rules: what it finds too much, they leave out.
 * Values: tenant, user, their role, today.
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
