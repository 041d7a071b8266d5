import { SUBSCRIPTION_SLOTS } from '../domain/limits';
import { mayStart } from './deliveries.sql';

/**
 * Ends a claim with its result, and logs the attempt; one row when the lease was still ours and the result counts, none
 * otherwise. Values: tenant, delivery, token of the lease, status, failures of the round, when due and when finished, whether
 * an attempt was made, and of it number, outcome, status code, response, start, duration.
 */
export const SETTLE = `
  WITH settled AS (
    UPDATE webhook_deliveries
       SET status = $4, round_failures = $5, due_at = $6, finished_at = $7, lease_token = NULL,
           attempts = attempts - CASE WHEN $8 THEN 0 ELSE 1 END
     WHERE tenant_id = $1 AND id = $2 AND lease_token = $3 RETURNING id
  ), logged AS (
    INSERT INTO webhook_attempts (tenant_id, delivery_id, number, outcome, status_code, response, started_at, duration_ms)
    SELECT $1, id, $9, $10, $11, $12, $13, $14 FROM settled WHERE $8
  )
  SELECT id FROM settled`;

/**
 * A busy subscription's row is rewritten once a second, not for every success: near enough for a person. Values: tenant,
 * subscription, now, whether it is struggling (its attempts then take the patient lane); null leaves that as it is.
 */
export const SUCCEEDED = `
  UPDATE webhook_subscriptions
     SET last_triggered_at = $3, failure_count = 0, failing_since = NULL, struggling = coalesce($4::boolean, struggling)
   WHERE tenant_id = $1 AND id = $2
     AND (failure_count > 0 OR struggling <> $4::boolean OR last_triggered_at IS NULL OR last_triggered_at < $3::timestamptz - interval '1 second')`;

/** Locks a subscription whose delivery failed. Values: tenant, subscription. */
export const LOCK = `
  SELECT id, name, is_active AND deleted_at IS NULL AS is_open, failure_count, failing_since, last_failed_at
    FROM webhook_subscriptions WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE`;

/** Values: tenant, subscription, now, class of the failure, failed deliveries of this run, and since when. */
export const FAILED = `
  UPDATE webhook_subscriptions
     SET last_triggered_at = $3, last_failed_at = $3, last_failure_reason = $4, failure_count = $5, failing_since = $6, struggling = true
   WHERE tenant_id = $1 AND id = $2`;

/** Values: tenant, subscription, reason, now. */
export const DISABLE = `
  UPDATE webhook_subscriptions SET is_active = false, disabled_reason = $3, updated_at = $4, version = version + 1
   WHERE tenant_id = $1 AND id = $2`;

/** The subscription's deliveries that have been due longest, as many as it has slots. Values: tenant, subscription, now. */
export const NEXT_DUE = `
  SELECT d.id, s.struggling OR d.round_failures > 0 AS is_patient
    FROM webhook_deliveries d JOIN webhook_subscriptions s ON s.tenant_id = d.tenant_id AND s.id = d.subscription_id
   WHERE d.tenant_id = $1 AND d.subscription_id = $2 AND ${mayStart('attempt', 'd.status')} AND d.due_at <= $3
   ORDER BY d.due_at, d.id LIMIT ${SUBSCRIPTION_SLOTS}`;
