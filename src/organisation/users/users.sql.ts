import { selectSql } from '../../platform/records';
import { departmentJson } from '../departments';
import { ShownUser } from './entities/user.entity';

/** Columns of a user `u` for queries. */
export const USER = `
         ${selectSql(ShownUser, 'u', { omit: ['departmentId'] })}, u.version,
         ${departmentJson({ tenantId: 'u.tenant_id', id: 'u.department_id' })} AS department,
         (SELECT max(k.last_used_at) FROM api_tokens k WHERE k.tenant_id = u.tenant_id AND k.user_id = u.id) AS "lastLoginAt"`;

/** An invitation with the status of its tenant. Values: tenant, hash of the token. */
export const INVITATION = `
  SELECT i.id, i.user_id, i.expires_at, i.accepted_at, i.withdrawn_at, t.status AS tenant_status
    FROM invitations i JOIN tenants t ON t.id = i.tenant_id WHERE i.tenant_id = $1 AND i.token_hash = $2`;
