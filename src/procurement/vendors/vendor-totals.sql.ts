/** Adds to the totals of a vendor. Values: tenant, vendor, orders, spend, its currency, now. */
export const ADD_TO_TOTALS = `
UPDATE vendors v
   SET total_orders = v.total_orders + $3, updated_at = $6,
       total_spend = v.total_spend + CASE WHEN coalesce(v.currency, t.currency) = $5 THEN $4::numeric ELSE 0 END
  FROM tenants t
 WHERE v.tenant_id = $1 AND v.id = $2 AND t.id = v.tenant_id`;

/**
 * Recomputes the spend of a vendor. Values: tenant, vendor.
 * @param spent SQL of the total of its orders in its currency, over vendor `v` and tenant `t`
 */
export const recountSql = (spent: string): string => `
UPDATE vendors v SET total_spend = ${spent}
  FROM tenants t
 WHERE v.tenant_id = $1 AND v.id = $2 AND t.id = v.tenant_id
RETURNING v.total_spend AS total`;
