import { peopleSql, stepsSql } from '../../approvals';

const subject = {
  tenantId: 's.tenant_id',
  orderId: 's.purchase_order_id',
  amendmentId: 'coalesce(s.amendment_id, 0)',
};

/** The user who leaves, a `LeaverRow`. Values: tenant, user. */
export const LEAVER = 'SELECT id, name_en AS name, role, department_id FROM users WHERE tenant_id = $1 AND id = $2';

/**
 * The documents whose open step may have asked a user. Wider than the rules: what it finds too much, they leave out.
 * Values: tenant, user, their role, today.
 */
export const WAITING = `
  SELECT s.purchase_order_id AS order_id, s.amendment_id, coalesce(m.created_by_id, o.created_by_id) AS requester_id,
         o.department_id, ${stepsSql(subject)} AS steps,
         ${peopleSql({ ...subject, departmentId: 'o.department_id', today: '$4::date' })} AS people
    FROM approval_steps s
    JOIN purchase_orders o ON o.tenant_id = s.tenant_id AND o.id = s.purchase_order_id
    LEFT JOIN purchase_order_amendments m ON m.tenant_id = s.tenant_id AND m.id = s.amendment_id
   WHERE s.tenant_id = $1 AND s.status = 'pending'
     AND ($2 = ANY (s.user_ids) OR $2 = ANY (s.member_ids) OR s.role = $3 OR s.role = 'department_head')
   ORDER BY s.id`;
