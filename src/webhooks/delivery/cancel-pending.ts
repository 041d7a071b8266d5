import type { Transaction } from '../../database';
import { mayStart, statusAfter } from './delivery-lifecycle.sql';

const CANCEL_PENDING = `
  UPDATE webhook_deliveries SET status = ${statusAfter('cancel')}, due_at = NULL, finished_at = $3
   WHERE tenant_id = $1 AND subscription_id = $2 AND ${mayStart('cancel')} AND lease_token IS NULL`;

/**
 * Cancels the pending deliveries of a subscription that was removed or disabled. One that is being attempted keeps its
 * lease: its worker settles it, and cancels it instead of scheduling a retry.
 */
export async function cancelPending(tx: Transaction, subscriptionId: number, now: Date): Promise<void> {
  await tx.query(CANCEL_PENDING, [tx.tenantId, subscriptionId, now]);
}
