import { isoSql } from '../../platform/database';

/**
 * Current abilities, role and permissions of a token whose user and tenant are active. Permissions are null if the
 * tenant uses the defaults. Values: tenant, token, user, now.
 */
export const AUTHORITY = `
  SELECT k.abilities, u.role, p.permissions
    FROM api_tokens k
    JOIN users u ON u.tenant_id = k.tenant_id AND u.id = k.user_id
    JOIN tenants t ON t.id = k.tenant_id
    LEFT JOIN role_permissions p ON p.tenant_id = u.tenant_id AND p.role = u.role
   WHERE k.tenant_id = $1 AND k.id = $2 AND k.user_id = $3
     AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $4)
     AND u.status = 'active' AND t.status = 'active'`;

/** Columns of a token in the API, for {@link TOKENS}. */
export const TOKEN = `
         k.id, k.name, k.abilities, json_build_object('id', u.id, 'name', u.name_en) AS "user",
         ${isoSql('k.expires_at')} AS expires_at, ${isoSql('k.last_used_at')} AS last_used_at,
         ${isoSql('k.created_at')} AS created_at`;

export const TOKENS = `FROM api_tokens k JOIN users u ON u.tenant_id = k.tenant_id AND u.id = k.user_id`;

/** The user that a new token may act as. Values: tenant, user. */
export const ACTIVE_USER = `
  SELECT id, name_en AS name, name_ar, email FROM users WHERE tenant_id = $1 AND id = $2 AND status = 'active'`;

/** Inserts an admin token; without an e-mail, of the first user. Values: tenant, name, hash, expiry, now, e-mail. */
export const MINT_FOR_SERVICE = `
  INSERT INTO api_tokens (tenant_id, user_id, name, token_hash, abilities, expires_at, created_at)
  SELECT $1, min(id), $2, $3, '{admin}', $4, $5 FROM users
   WHERE tenant_id = $1 AND ($6::text IS NULL OR lower(email) = lower($6)) HAVING min(id) IS NOT NULL
  RETURNING id`;
