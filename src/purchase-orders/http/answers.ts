import { pendingApprovers, type PendingApproverOut, presentPendingApprover } from '../../approvals';
import { Out } from '../../http';
import { withInitialValues } from '../../tenants';
import type { Deciders, OrderRow, TrailRow } from '../queries/order-rows';

/** A record of another module, by id and name. */
export class NamedOut {
  @Out.id()
  id: number;

  @Out.text({ example: 'General' })
  name: string;
}

/** The same with its short code. */
export class CodedOut extends NamedOut {
  @Out.text({ example: 'GEN' })
  code: string;
}

/** An entry of an order's audit trail. */
export class AuditTrailEntryOut {
  @Out.text({ example: 'submitted' })
  action: string;

  @Out.text({ nullable: true, example: 'Sara Al-Qahtani' })
  user: string | null;

  @Out.timestamp()
  timestamp: string;

  @Out.map({ nullable: true, description: 'More of what was done: the step decided, for whom, the reason.' })
  details: Readonly<Record<string, unknown>> | null;
}

/** Something to know of a change that was made all the same. */
export class WarningOut {
  @Out.text({ example: 'NO_BUDGET' })
  code: string;

  @Out.text({ example: 'No budget covers this order.' })
  message: string;
}

export function presentTrail({ action, user, timestamp, details }: TrailRow): AuditTrailEntryOut {
  return { action, user, timestamp, details };
}

/** Who may decide the order now; nobody unless it waits for approval. */
export function presentPending(order: OrderRow, deciders: Deciders | undefined): PendingApproverOut[] {
  if (!deciders) return [];
  const subject = { requesterId: order.created_by.id, departmentId: order.department.id };
  const settings = withInitialValues(deciders.settings);
  return pendingApprovers(subject, order.steps, deciders.people, settings).map(presentPendingApprover);
}
