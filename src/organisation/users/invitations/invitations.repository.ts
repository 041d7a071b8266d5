import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { UserId } from '../../../common/records/ids';
import type { Transaction } from '../../../platform/database';
import { Invitation } from '../entities/invitation.entity';
import { INVITATION } from '../users.sql';

/** An invitation as the one who holds its token finds it. */
export interface FoundInvitation {
  readonly id: number;
  readonly user_id: UserId;
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
    invitation: Pick<Invitation, 'userId' | 'tokenHash' | 'expiresAt' | 'createdById'>,
    at: Date,
  ): Promise<void> {
    await tx.repository(Invitation).insert({ ...invitation, tenantId: tx.tenantId, createdAt: at });
  }

  /** Makes every open invitation of the user void. */
  async withdraw(tx: Transaction, userId: UserId, at: Date): Promise<void> {
    const open = { acceptedAt: IsNull(), withdrawnAt: IsNull() };
    await tx.repository(Invitation).update({ tenantId: tx.tenantId, userId, ...open }, { withdrawnAt: at });
  }

  /** The invitation of a token, with the status of its tenant, in one statement. */
  async find(tx: Transaction, hash: Buffer): Promise<FoundInvitation | undefined> {
    const [row] = await tx.query<FoundInvitation>(INVITATION, [tx.tenantId, hash]);
    return row;
  }

  async accept(tx: Transaction, id: number, at: Date): Promise<void> {
    await tx.repository(Invitation).update({ tenantId: tx.tenantId, id }, { acceptedAt: at });
  }
}
