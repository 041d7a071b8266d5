/** Orders with an amount reserved or committed in budget $2, by id. Parameters: tenant, budget. */
export const HOLDING_ORDERS = `
SELECT o.id, o.po_number
  FROM (SELECT purchase_order_id FROM budget_movements
         WHERE tenant_id = $1 AND budget_id = $2 AND purchase_order_id IS NOT NULL
         GROUP BY purchase_order_id
        HAVING sum(reserved_change) > 0 OR sum(committed_change) > 0) m
  JOIN purchase_orders o ON o.tenant_id = $1 AND o.id = m.purchase_order_id
 ORDER BY o.id`;
