import { Out } from '../../../platform/http';
import type { StoredDelegation } from './delegations.service';

export class DelegationUserResponse {
  @Out.id() id: number;
  @Out.text({ example: 'Sara Al-Qahtani' }) name: string;
}

export class DelegationResponse {
  @Out.id() id: number;
  @Out.object(() => DelegationUserResponse) user: DelegationUserResponse;
  @Out.object(() => DelegationUserResponse) delegate: DelegationUserResponse;
  @Out.day() from: string;
  @Out.day() to: string;
  @Out.boolean({ description: 'Whether it is in force today.' }) is_active: boolean;
  @Out.timestamp({ nullable: true, description: 'When it was ended before its last day.' }) revoked_at: string | null;
  @Out.timestamp() created_at: string;
}

export function toDelegationResponse(delegation: StoredDelegation): DelegationResponse {
  const { revoked_at, created_at } = delegation;
  return { ...delegation, revoked_at: revoked_at?.toISOString() ?? null, created_at: created_at.toISOString() };
}
