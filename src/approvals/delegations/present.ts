import type { DelegationOut } from './answers';
import type { StoredDelegation } from './delegations.repository';

/** A delegation as both forms show it. */
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
