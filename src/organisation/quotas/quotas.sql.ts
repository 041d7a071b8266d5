/** The quotas that the operator has set for a tenant. Value: tenant. */
export const QUOTAS_SET = 'SELECT quotas FROM tenants WHERE id = $1';

/** A tenant's quotas with what is taken of them, and its daily counts as JSON. Value: tenant. */
export const USAGE = `
  SELECT quotas, stored_bytes,
         (SELECT coalesce(json_agg(json_build_object('kind', kind, 'day', day, 'used', used)), '[]')
            FROM daily_counts WHERE tenant_id = $1) AS counts
    FROM tenants WHERE id = $1`;
