import type { Transaction } from '../../database';
import { mayStart, statusAfter } from './delivery-lifecycle.sql';

const CANCEL_PENDING = `
  UPDATE webhook_deliveries SET status = ${statusAfter('cancel')}, due_at = NULL, finished_at = $3
   WHERE tenant_id = $1 AND subscription_id = $2 AND ${mayStart('cancel')} AND lease_token IS NULL`;

/**
 * Cancels what waits for a subscription that was removed or disabled. An attempt that is on its way ends as it may:
 * it is settled by whoever made it, and a retry of it is then cancelled.
 */
export async function cancelPending(tx: Transaction, subscriptionId: number, now: Date): Promise<void> {
  await tx.query(CANCEL_PENDING, [tx.tenantId, subscriptionId, now]);
}
