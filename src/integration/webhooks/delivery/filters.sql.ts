/**
 * Which of these ids are no department's and no vendor's of the tenant: one row of `departments` and `vendors`. Values: tenant,
 * ids of departments, ids of vendors.
 */
export const UNKNOWN_IDS = `
  SELECT EXISTS (SELECT FROM unnest($2::bigint[]) AS asked (id)
                  WHERE NOT EXISTS (SELECT FROM departments d WHERE d.tenant_id = $1 AND d.id = asked.id)) AS departments,
         EXISTS (SELECT FROM unnest($3::bigint[]) AS asked (id)
                  WHERE NOT EXISTS (SELECT FROM vendors v WHERE v.tenant_id = $1 AND v.id = asked.id)) AS vendors`;
