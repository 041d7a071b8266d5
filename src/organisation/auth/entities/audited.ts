import { Audited } from '../../../common/records/audited';
import type { Transaction } from '../../../platform/database';
import type { ApiToken } from './api-token.entity';

/** What the audit log keeps of a token: never its text, nor the hash of it. */
export const TOKEN_FIELDS = new Audited<ApiToken>({
  name: 'name',
  abilities: 'abilities',
  user_id: 'userId',
  expires_at: 'expiresAt',
  created_by_id: 'createdById',
  revoked_at: 'revokedAt',
});

/** Notes tokens that were revoked, for their next audit entries. */
export function noteRevoked(tx: Transaction, ids: readonly number[], revokedAt: Date): void {
  for (const id of ids) tx.changed.note('token', id, TOKEN_FIELDS, {}, { revokedAt });
}
