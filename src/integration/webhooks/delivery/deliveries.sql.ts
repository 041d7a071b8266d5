import { DELIVERY_LIFECYCLE, type DeliveryAction, INITIAL_STATUS, REDELIVERABLE } from '../domain/delivery-lifecycle';
import { SUBSCRIPTION_SLOTS } from '../domain/limits';

const literal = (status: string): string => `'${status}'`;

/** SQL condition: the lifecycle table in `domain/` allows the action from the delivery's status. */
export function mayStart(action: DeliveryAction, column = 'status'): string {
  return `${column} IN (${Object.keys(DELIVERY_LIFECYCLE[action]).map(literal).join(', ')})`;
}

/** @returns the SQL literal of the status that the action leads to, which is the same from every status */
export function statusAfter(action: DeliveryAction): string {
  const [status = '', ...others] = new Set(Object.values(DELIVERY_LIFECYCLE[action]));
  if (others.length > 0) throw new Error(`${action} leads to more than one status`);
  return literal(status);
}

/** Condition for deliveries that have ended. */
export const HAS_ENDED = `status IN (${REDELIVERABLE.map(literal).join(', ')})`;

/**
 * Inserts one delivery per event and matching subscription, for several events of one name. Returns rows of `id`,
 * `subscription_id` and `struggling`. An event without a vendor (or department) matches no filter on vendors (or
 * departments). Values: tenant, event name, `event_id`s, times of recording, vendor ids and department ids (or null),
 * the request that caused the events, and its trace.
 */
export const FAN_OUT = `
  WITH told AS (
    SELECT * FROM unnest($3::uuid[], $5::bigint[], $6::bigint[]) AS event (event_id, vendor_id, department_id)
  ), subscribed AS (
    SELECT id, struggling, filter_vendor_ids, filter_department_ids FROM webhook_subscriptions
     WHERE tenant_id = $1 AND deleted_at IS NULL AND is_active AND events @> ARRAY[$2]
  ), sent AS (
    INSERT INTO webhook_deliveries (tenant_id, subscription_id, event_id, status, due_at, created_at, request_id, traceparent)
    SELECT $1, s.id, e.id, '${INITIAL_STATUS}', $4, $4, $7, $8
      FROM told JOIN events e ON e.tenant_id = $1 AND e.event_id = told.event_id
      JOIN subscribed s ON (s.filter_vendor_ids IS NULL OR told.vendor_id = ANY (s.filter_vendor_ids))
                       AND (s.filter_department_ids IS NULL OR told.department_id = ANY (s.filter_department_ids))
    RETURNING id, subscription_id
  )
  SELECT sent.id, sent.subscription_id, subscribed.struggling FROM sent JOIN subscribed ON subscribed.id = sent.subscription_id`;

/**
 * Claims a delivery. If its subscription was removed or disabled in the meantime, cancels the delivery instead. If an
 * earlier lease ended without a result, its worker died: logs that attempt as INTERRUPTED, and the new attempt gets the
 * next number.
 * Values: tenant, subscription, delivery, now, token and end of the lease, whether struggling subscriptions are
 * claimed, slots, retry slots, lease in seconds.
 */
export const CLAIM = `
  WITH leased AS (
    SELECT count(*) AS total, count(*) FILTER (WHERE round_failures > 0) AS retries FROM webhook_deliveries
     WHERE tenant_id = $1 AND subscription_id = $2 AND lease_token IS NOT NULL AND due_at > $4
  ), due AS (
    SELECT id, attempts, lease_token IS NOT NULL AS was_interrupted, due_at AS lease_ended FROM webhook_deliveries
     WHERE tenant_id = $1 AND id = $3 AND ${mayStart('attempt')} AND due_at <= $4 FOR UPDATE SKIP LOCKED
  ), subscription AS (
    SELECT id, struggling, is_active AND deleted_at IS NULL AS is_open FROM webhook_subscriptions WHERE tenant_id = $1 AND id = $2
  ), claimed AS (
    UPDATE webhook_deliveries d
       SET status = CASE WHEN s.is_open THEN ${statusAfter('attempt')} ELSE ${statusAfter('cancel')} END,
           lease_token = CASE WHEN s.is_open THEN $5::uuid END, due_at = CASE WHEN s.is_open THEN $6::timestamptz END,
           finished_at = CASE WHEN s.is_open THEN NULL ELSE $4 END,
           attempts = d.attempts + s.is_open::integer, interruptions = d.interruptions + due.was_interrupted::integer
      FROM due, leased, events e, subscription s
     WHERE d.tenant_id = $1 AND d.id = due.id AND e.tenant_id = d.tenant_id AND e.id = d.event_id
       AND s.id = d.subscription_id AND (NOT s.is_open OR NOT s.struggling OR $7)
       AND leased.total < $8 AND (d.round_failures = 0 OR leased.retries < $9)
    RETURNING d.id, d.attempts AS attempt, d.round_failures AS "roundFailures", d.interruptions, d.is_redelivery AS "isRedelivery", d.traceparent,
              due.was_interrupted AS "wasInterrupted", e.event_id AS "eventId", e.name AS event, e.body, e.created_at AS "eventAt"
  ), interrupted AS (
    INSERT INTO webhook_attempts (tenant_id, delivery_id, number, outcome, started_at)
    SELECT $1, due.id, due.attempts, 'INTERRUPTED', due.lease_ended - make_interval(secs => $10)
      FROM due JOIN claimed ON claimed.id = due.id WHERE due.was_interrupted
  )
  SELECT * FROM claimed`;

/**
 * Ends a claim with its result and logs the attempt. Returns one row if this worker still had the lease, otherwise
 * none.
 * Values: tenant, delivery, lease token, status, failures of the round, due time, end time, whether an attempt was
 * made, then the attempt's number, outcome, status code, response, start and duration.
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
 * Updates the row of a busy subscription at most once a second, not on every success. Values: tenant, subscription,
 * now, and whether it is struggling (uses the patient lane); null leaves that unchanged.
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

/** Values: tenant, subscription, now, failure class, consecutive failed deliveries, time of the first of them. */
export const FAILED = `
  UPDATE webhook_subscriptions
     SET last_triggered_at = $3, last_failed_at = $3, last_failure_reason = $4, failure_count = $5, failing_since = $6, struggling = true
   WHERE tenant_id = $1 AND id = $2`;

/** Values: tenant, subscription, reason, now. */
export const DISABLE = `
  UPDATE webhook_subscriptions SET is_active = false, disabled_reason = $3, updated_at = $4, version = version + 1
   WHERE tenant_id = $1 AND id = $2`;

/** The subscription's longest due deliveries, one per slot. Values: tenant, subscription, now. */
export const NEXT_DUE = `
  SELECT d.id, s.struggling OR d.round_failures > 0 AS is_patient
    FROM webhook_deliveries d JOIN webhook_subscriptions s ON s.tenant_id = d.tenant_id AND s.id = d.subscription_id
   WHERE d.tenant_id = $1 AND d.subscription_id = $2 AND ${mayStart('attempt', 'd.status')} AND d.due_at <= $3
   ORDER BY d.due_at, d.id LIMIT ${SUBSCRIPTION_SLOTS}`;

/**
 * Cancels the pending deliveries of a subscription that was removed or disabled. A delivery being attempted retains its
 * lease; its worker cancels it instead of scheduling a retry. Values: tenant, subscription, now.
 */
export const CANCEL_PENDING = `
  UPDATE webhook_deliveries SET status = ${statusAfter('cancel')}, due_at = NULL, finished_at = $3
   WHERE tenant_id = $1 AND subscription_id = $2 AND ${mayStart('cancel')} AND lease_token IS NULL`;

/** Columns of a delivery with its attempts, for queries over {@link DELIVERIES}. */
export const DELIVERY = `
         d.id, e.event_id, e.name AS event, d.request_id, d.status, d.due_at, d.created_at, d.finished_at,
         (SELECT json_agg(json_build_object(
                   'number', a.number, 'outcome', a.outcome, 'status_code', a.status_code, 'response', a.response,
                   'started_at', a.started_at, 'duration_ms', a.duration_ms) ORDER BY a.number, a.id)
            FROM webhook_attempts a WHERE a.tenant_id = d.tenant_id AND a.delivery_id = d.id) AS attempts`;

/** Deliveries `d` with their events. */
export const DELIVERIES = 'FROM webhook_deliveries d JOIN events e ON e.tenant_id = d.tenant_id AND e.id = d.event_id';

/**
 * After a restore from backup, marks every pending delivery as possibly sent: results recorded after the restored
 * moment are lost. Adds an attempt `RESTORED` to the log and clears leases. The next `X-Service-Attempt` is at least 2;
 * `webhook-id` stays the same. Returns rows of `tenant_id` and `count`. Values: now.
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

/** One row of `departments` and `vendors`: whether any id is unknown. Values: tenant, department ids, vendor ids. */
export const UNKNOWN_IDS = `
  SELECT EXISTS (SELECT FROM unnest($2::bigint[]) AS asked (id)
                  WHERE NOT EXISTS (SELECT FROM departments d WHERE d.tenant_id = $1 AND d.id = asked.id)) AS departments,
         EXISTS (SELECT FROM unnest($3::bigint[]) AS asked (id)
                  WHERE NOT EXISTS (SELECT FROM vendors v WHERE v.tenant_id = $1 AND v.id = asked.id)) AS vendors`;
