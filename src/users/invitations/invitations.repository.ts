import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database';

/** An invitation as the one who holds its token finds it. */
export interface FoundInvitation {
  readonly id: number;
  readonly user_id: number;
  readonly expires_at: Date;
  readonly accepted_at: Date | null;
  readonly withdrawn_at: Date | null;
  /** Nobody can join a tenant that is suspended. */
  readonly tenant_status: string;
}

/** Invitations of the transaction's tenant. The caller holds the lock on their user. */
@Injectable()
export class InvitationsRepository {
  async insert(
    tx: Transaction,
    invitation: {
      readonly userId: number;
      readonly hash: Buffer;
      readonly expiresAt: Date;
      readonly createdById: number | null;
    },
    at: Date,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO invitations (tenant_id, user_id, token_hash, expires_at, created_by_id, created_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [tx.tenantId, invitation.userId, invitation.hash, invitation.expiresAt, invitation.createdById, at],
    );
  }

  /** Makes every open invitation of the user void. */
  async withdraw(tx: Transaction, userId: number, at: Date): Promise<void> {
    await tx.query(
      `UPDATE invitations SET withdrawn_at = $3
        WHERE tenant_id = $1 AND user_id = $2 AND accepted_at IS NULL AND withdrawn_at IS NULL`,
      [tx.tenantId, userId, at],
    );
  }

  /** Whose invitation this is; asked before its user is locked. */
  async userOf(tx: Transaction, hash: Buffer): Promise<number | undefined> {
    const [row] = await tx.query<{ user_id: number }>(
      'SELECT user_id FROM invitations WHERE tenant_id = $1 AND token_hash = $2',
      [tx.tenantId, hash],
    );
    return row?.user_id;
  }

  async find(tx: Transaction, hash: Buffer): Promise<FoundInvitation | undefined> {
    const [row] = await tx.query<FoundInvitation>(
      `SELECT i.id, i.user_id, i.expires_at, i.accepted_at, i.withdrawn_at, t.status AS tenant_status
         FROM invitations i JOIN tenants t ON t.id = i.tenant_id WHERE i.tenant_id = $1 AND i.token_hash = $2`,
      [tx.tenantId, hash],
    );
    return row;
  }

  async accept(tx: Transaction, id: number, at: Date): Promise<void> {
    await tx.query('UPDATE invitations SET accepted_at = $3 WHERE tenant_id = $1 AND id = $2', [tx.tenantId, id, at]);
  }
}
