import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { UserId } from '../../../common/records/ids';
import type { Transaction } from '../../../platform/database';
import { Invitation } from '../entities/invitation.entity';
import { INVITATION } from '../users.sql';

export interface FoundInvitation {
  readonly id: number;
  readonly user_id: UserId;
  readonly expires_at: Date;
  readonly accepted_at: Date | null;
  readonly withdrawn_at: Date | null;
  /** An invitation to a suspended tenant cannot be accepted. */
  readonly tenant_status: string;
}

/** The caller has locked the user. */
@Injectable()
export class InvitationsRepository {
  async insert(
    tx: Transaction,
    invitation: Pick<Invitation, 'userId' | 'tokenHash' | 'expiresAt' | 'createdById'>,
    at: Date,
  ): Promise<void> {
    await tx.repository(Invitation).insert({ ...invitation, tenantId: tx.tenantId, createdAt: at });
  }

  /** Invalidates all open invitations of the user. */
  async withdraw(tx: Transaction, userId: UserId, at: Date): Promise<void> {
    const open = { acceptedAt: IsNull(), withdrawnAt: IsNull() };
    await tx.repository(Invitation).update({ tenantId: tx.tenantId, userId, ...open }, { withdrawnAt: at });
  }

  async find(tx: Transaction, hash: Buffer): Promise<FoundInvitation | undefined> {
    const [row] = await tx.query<FoundInvitation>(INVITATION, [tx.tenantId, hash]);
    return row;
  }

  async accept(tx: Transaction, id: number, at: Date): Promise<void> {
    await tx.repository(Invitation).update({ tenantId: tx.tenantId, id }, { acceptedAt: at });
  }
}
