import { peopleSql, stepsSql } from '../../approvals';
import { AUTHOR_IDS } from '../queries/purchase-orders.sql';

const subject = {
  tenantId: 'waiting.tenant_id',
  orderId: 'waiting.purchase_order_id',
  amendmentId: 'coalesce(waiting.amendment_id, 0)',
};

/** A superset of the documents whose open step includes the user. Parameters: tenant, user, role of the user, today. */
export const WAITING = `
  SELECT waiting.purchase_order_id AS order_id, waiting.amendment_id,
         to_json(array_remove(${AUTHOR_IDS} || m.created_by_id, NULL)) AS barred_ids, o.department_id, ${stepsSql(subject)} AS steps,
         ${peopleSql({ ...subject, departmentId: 'o.department_id', today: '$4::date' })} AS people
    FROM approval_steps waiting
    JOIN purchase_orders o ON o.tenant_id = waiting.tenant_id AND o.id = waiting.purchase_order_id
    LEFT JOIN purchase_order_amendments m ON m.tenant_id = waiting.tenant_id AND m.id = waiting.amendment_id
   WHERE waiting.tenant_id = $1 AND waiting.status = 'pending'
     AND ($2 = ANY (waiting.user_ids) OR $2 = ANY (waiting.member_ids) OR waiting.role IN ($3, 'department_head'))
   ORDER BY waiting.id`;
