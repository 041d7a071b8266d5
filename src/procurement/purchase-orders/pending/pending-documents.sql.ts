import { AUTHOR_IDS } from '../queries/purchase-orders.sql';

// `barred_ids`: the users that self-approval excludes.

export const ORDERS = `
SELECT o.tenant_id, o.id, o.id AS purchase_order_id, o.po_number AS number, o.total_amount AS amount, o.currency,
       o.created_by_id AS asked_by_id, ${AUTHOR_IDS} AS barred_ids, o.department_id, o.vendor_id
  FROM purchase_orders o`;

export const AMENDMENTS = `
SELECT a.tenant_id, a.id, o.id AS purchase_order_id, o.po_number || '/' || a.amendment_number AS number,
       a.total_after AS amount, o.currency, a.created_by_id AS asked_by_id, ${AUTHOR_IDS} || a.created_by_id AS barred_ids,
       o.department_id, o.vendor_id
  FROM purchase_order_amendments a
  JOIN purchase_orders o ON o.tenant_id = a.tenant_id AND o.id = a.purchase_order_id`;
