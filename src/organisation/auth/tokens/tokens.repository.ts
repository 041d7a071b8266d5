import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../common/records/ids';
import { Transaction } from '../../../platform/database';
import { ApiToken, TOKEN_FIELDS } from '../entities/api-token.entity';
import { MINT_FOR_SERVICE } from '../tokens.sql';

@Injectable()
export class TokensRepository {
  async insert(
    tx: Transaction,
    token: Omit<ApiToken, 'tenantId' | 'id' | 'revokedAt' | 'lastUsedAt'>,
  ): Promise<ApiToken> {
    const record = { ...token, tenantId: tx.tenantId, revokedAt: null, lastUsedAt: null };
    const saved = await tx.repository(ApiToken).save(record);
    tx.changed.note('token', saved.id, TOKEN_FIELDS, null, saved);
    return saved;
  }

  /**
   * Inserts an `admin` token for the service itself, which does not count for the limit of tokens.
   * @param email of the user it acts as; default: the tenant's first user
   * @returns its id; undefined if the tenant has no such user
   */
  async insertForService(
    tx: Transaction,
    token: Pick<ApiToken, 'name' | 'tokenHash' | 'expiresAt' | 'createdAt'>,
    email?: string,
  ): Promise<number | undefined> {
    const values = [tx.tenantId, token.name, token.tokenHash, token.expiresAt, token.createdAt, email ?? null];
    const [row] = await tx.query<{ id: number }>(MINT_FOR_SERVICE, values);
    return row?.id;
  }

  /** Deletes a token without an audit entry. */
  async delete(tx: Transaction, id: number): Promise<void> {
    await tx.repository(ApiToken).delete({ tenantId: tx.tenantId, id });
  }

  async countLive(tx: Transaction, now: Date): Promise<number> {
    const [row] = await tx.query<{ count: number }>(
      `SELECT count(*) FROM api_tokens
        WHERE tenant_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`,
      [tx.tenantId, now],
    );
    return row?.count ?? 0;
  }

  /** Serializes changes of the tenant's tokens, to enforce their maximum number. */
  async lockTenant(tx: Transaction): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('tokens/' || $1::text, 0))`, [tx.tenantId]);
  }

  /** Also revokes tokens created with it. @returns the ids that were live; undefined if the token never existed */
  async revokeTree(tx: Transaction, id: number, at: Date): Promise<number[] | undefined> {
    const rows = await tx.query<{ id: number; revoked: boolean }>(
      `WITH RECURSIVE tree AS (
         SELECT id FROM api_tokens WHERE tenant_id = $1 AND id = $2
         UNION
         SELECT child.id FROM api_tokens child JOIN tree ON child.parent_id = tree.id WHERE child.tenant_id = $1
       ), revoked AS (
         UPDATE api_tokens SET revoked_at = $3
          WHERE tenant_id = $1 AND id IN (SELECT id FROM tree) AND revoked_at IS NULL
         RETURNING id
       )
       SELECT tree.id, revoked.id IS NOT NULL AS revoked FROM tree LEFT JOIN revoked ON revoked.id = tree.id
        ORDER BY tree.id`,
      [tx.tenantId, id, at],
    );
    const revoked = rows.filter((row) => row.revoked).map((row) => row.id);
    this.noteRevoked(tx, revoked, at);
    return rows.length === 0 ? undefined : revoked;
  }

  /** Revokes all tokens of the user. @returns the ids of those that were live until now */
  async revokeOfUser(tx: Transaction, userId: UserId, at: Date): Promise<number[]> {
    const rows = await tx.query<{ id: number }>(
      'UPDATE api_tokens SET revoked_at = $3 WHERE tenant_id = $1 AND user_id = $2 AND revoked_at IS NULL RETURNING id',
      [tx.tenantId, userId, at],
    );
    const revoked = rows.map(({ id }) => id);
    this.noteRevoked(tx, revoked, at);
    return revoked;
  }

  /** Records the change for the next audit entries of these tokens. */
  private noteRevoked(tx: Transaction, ids: readonly number[], revokedAt: Date): void {
    for (const id of ids) tx.changed.note('token', id, TOKEN_FIELDS, {}, { revokedAt });
  }
}
