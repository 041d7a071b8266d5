import { Field, ListQuery, Out } from '../../http';
import type { StoredDelegation } from './delegations.repository';

/** Whom to lend one's approvals to, and for which days. */
export class DelegationIn {
  @Field.id({ description: 'Who may decide in their place.' })
  delegate_id: number;

  @Field.day({ description: 'First day, UTC, inclusive.' })
  from: string;

  @Field.day({ description: 'Last day, UTC, inclusive. It ends by itself.' })
  to: string;
}

export class DelegationListQuery extends ListQuery({ sortable: ['from', 'to', 'created_at'] }) {}

export class DelegationUserOut {
  @Out.id() id: number;
  @Out.text({ example: 'Sara Al-Qahtani' }) name: string;
}

export class DelegationOut {
  @Out.id() id: number;
  @Out.object(() => DelegationUserOut) user: DelegationUserOut;
  @Out.object(() => DelegationUserOut) delegate: DelegationUserOut;
  @Out.day() from: string;
  @Out.day() to: string;
  @Out.boolean({ description: 'Whether it holds today.' }) is_active: boolean;
  @Out.timestamp({ nullable: true, description: 'When it was ended before its last day.' }) revoked_at: string | null;
  @Out.timestamp() created_at: string;
}

export function presentDelegation(delegation: StoredDelegation): DelegationOut {
  const { id, user, delegate, from, to, isActive } = delegation;
  return {
    id,
    user,
    delegate,
    from,
    to,
    is_active: isActive,
    revoked_at: delegation.revokedAt?.toISOString() ?? null,
    created_at: delegation.createdAt.toISOString(),
  };
}
