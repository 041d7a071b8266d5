import { Audited } from '../../../common/records/audited';
import type { Transaction } from '../../../platform/database';
import type { Delegation } from './delegation.entity';

/** What the audit log keeps of a delegation, in the entries of the user who lends. */
const DELEGATION_FIELDS = new Audited<Delegation>({
  delegate_id: 'delegateId',
  from: 'startsOn',
  to: 'endsOn',
  revoked_at: 'revokedAt',
});

/** Notes a delegation for the next audit entry of the user who lends. */
export function noteDelegation(
  tx: Transaction,
  userId: number,
  id: number,
  before: Partial<Delegation> | null,
  after: Partial<Delegation>,
): void {
  tx.changed.note('user', userId, DELEGATION_FIELDS, before, after, { list: 'delegations', id });
}
