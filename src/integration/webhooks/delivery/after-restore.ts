import { INITIAL_STATUS } from '../domain/delivery-lifecycle';

/**
 * Notes on every delivery that waits that it may have been sent already, by a service whose results were lost with what was written
 * after the moment of a restore: an attempt `RESTORED` in its log. Its next `X-Service-Attempt` is 2 at least, its `webhook-id`
 * the same. Leases ended with the workers. Rows of `tenant_id` and `count`. Values: now.
 */
export const MARK_MAYBE_SENT = `
  WITH marked AS (
    UPDATE webhook_deliveries SET attempts = attempts + 1, lease_token = NULL
     WHERE status = '${INITIAL_STATUS}' RETURNING tenant_id, id, attempts
  ), logged AS (
    INSERT INTO webhook_attempts (tenant_id, delivery_id, number, outcome, started_at)
    SELECT tenant_id, id, attempts, 'RESTORED', $1 FROM marked
  )
  SELECT tenant_id, count(*)::int AS count FROM marked GROUP BY tenant_id`;
