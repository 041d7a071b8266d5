import { DELIVERY_LIFECYCLE, type DeliveryAction, INITIAL_STATUS, REDELIVERABLE } from '../domain/delivery-lifecycle';
import { SUBSCRIPTION_SLOTS } from '../domain/limits';

const literal = (status: string): string => `'${status}'`;

/**
 * The lifecycle's answer in SQL, for statements that ask it of a row that they have not read before: written from the table
 * in `domain/`, so that the two cannot disagree.
 * @returns a condition that holds for deliveries of a status from which the action may start
 */
export function mayStart(action: DeliveryAction, column = 'status'): string {
  return `${column} IN (${Object.keys(DELIVERY_LIFECYCLE[action]).map(literal).join(', ')})`;
}

/** @returns the literal of the status that the action leads to, the same from every status */
export function statusAfter(action: DeliveryAction): string {
  const [status = '', ...others] = new Set(Object.values(DELIVERY_LIFECYCLE[action]));
  if (others.length > 0) throw new Error(`${action} leads to more than one status`);
  return literal(status);
}

/** A condition that holds for deliveries that have ended. */
export const HAS_ENDED = `status IN (${REDELIVERABLE.map(literal).join(', ')})`;

/**
 * Inserts a delivery of each of several events of one name for each subscription to it; rows of `id`, `subscription_id` and
 * `struggling`. An event that has no vendor, or no department, passes no filter on it. Values: tenant, name of the events, their
 * `event_id`s, when they were recorded, the ids of their vendors and departments or null, the request that caused
 * them, and its trace.
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
 * A delivery whose subscription was removed or disabled meanwhile is cancelled instead. A lease that ended without a result
 * is an attempt whose worker died: it is logged as INTERRUPTED here, and the new attempt gets the next number.
 * Values: tenant, subscription, delivery, now, token and end of the lease, whether struggling subscriptions are taken, slots,
 * slots for retries, seconds of a lease.
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

/**
 * Cancels the pending deliveries of a subscription that was removed or disabled. One that is being attempted keeps its
 * lease: its worker settles it, and cancels it instead of scheduling a retry. Values: tenant, subscription, now.
 */
export const CANCEL_PENDING = `
  UPDATE webhook_deliveries SET status = ${statusAfter('cancel')}, due_at = NULL, finished_at = $3
   WHERE tenant_id = $1 AND subscription_id = $2 AND ${mayStart('cancel')} AND lease_token IS NULL`;

/** Columns of a delivery with its attempts, as the log shows it, over {@link DELIVERIES}. */
export const DELIVERY = `
         d.id, e.event_id, e.name AS event, d.request_id, d.status, d.due_at, d.created_at, d.finished_at,
         (SELECT json_agg(json_build_object(
                   'number', a.number, 'outcome', a.outcome, 'status_code', a.status_code, 'response', a.response,
                   'started_at', a.started_at, 'duration_ms', a.duration_ms) ORDER BY a.number, a.id)
            FROM webhook_attempts a WHERE a.tenant_id = d.tenant_id AND a.delivery_id = d.id) AS attempts`;

/** Deliveries `d` with their events. */
export const DELIVERIES = 'FROM webhook_deliveries d JOIN events e ON e.tenant_id = d.tenant_id AND e.id = d.event_id';

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

/**
 * Which of these ids are no department's and no vendor's of the tenant: one row of `departments` and `vendors`. Values: tenant,
 * ids of departments, ids of vendors.
 */
export const UNKNOWN_IDS = `
  SELECT EXISTS (SELECT FROM unnest($2::bigint[]) AS asked (id)
                  WHERE NOT EXISTS (SELECT FROM departments d WHERE d.tenant_id = $1 AND d.id = asked.id)) AS departments,
         EXISTS (SELECT FROM unnest($3::bigint[]) AS asked (id)
                  WHERE NOT EXISTS (SELECT FROM vendors v WHERE v.tenant_id = $1 AND v.id = asked.id)) AS vendors`;
