import { query, type Query } from '../../database';
import { SUBSCRIPTION_SLOTS } from '../domain/limits';
import { paceOf } from '../domain/pace';
import type { Settlement } from '../domain/settlement';
import type { DisabledReason } from '../entities/webhook-subscription.entity';
import type { Claim } from './claims';
import { mayStart } from './delivery-lifecycle.sql';

/** An attempt as the log keeps it. */
export interface RecordedAttempt {
  /** `SUCCESS`, or the class of the failure. */
  readonly outcome: string;
  readonly statusCode: number | null;
  readonly response: string | null;
  readonly startedAt: Date;
  readonly durationMs: number;
}

const SETTLE = `
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

// A busy subscription's row is rewritten once a second, not for every success: near enough for a person. $4: whether it is
// struggling (its attempts then take the patient lane); null leaves that as it is.
const SUCCEEDED = `
  UPDATE webhook_subscriptions
     SET last_triggered_at = $3, failure_count = 0, failing_since = NULL, struggling = coalesce($4::boolean, struggling)
   WHERE tenant_id = $1 AND id = $2
     AND (failure_count > 0 OR struggling <> $4::boolean OR last_triggered_at IS NULL OR last_triggered_at < $3::timestamptz - interval '1 second')`;

const LOCK = `
  SELECT id, name, is_active AND deleted_at IS NULL AS is_open, failure_count, failing_since, last_failed_at
    FROM webhook_subscriptions WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE`;

const FAILED = `
  UPDATE webhook_subscriptions
     SET last_triggered_at = $3, last_failed_at = $3, last_failure_reason = $4, failure_count = $5, failing_since = $6, struggling = true
   WHERE tenant_id = $1 AND id = $2`;

const DISABLE = `
  UPDATE webhook_subscriptions SET is_active = false, disabled_reason = $3, updated_at = $4, version = version + 1
   WHERE tenant_id = $1 AND id = $2`;

const NEXT_DUE = `
  SELECT d.id, s.struggling OR d.round_failures > 0 AS is_patient
    FROM webhook_deliveries d JOIN webhook_subscriptions s ON s.tenant_id = d.tenant_id AND s.id = d.subscription_id
   WHERE d.tenant_id = $1 AND d.subscription_id = $2 AND ${mayStart('attempt', 'd.status')} AND d.due_at <= $3
   ORDER BY d.due_at, d.id LIMIT ${SUBSCRIPTION_SLOTS}`;

/** One of the subscription's deliveries that have been due longest. */
export interface NextDueRow {
  readonly id: number;
  readonly is_patient: boolean;
}

/** The statements that settle one claim, in one transaction and at one instant. */
export class SettlementStatements {
  private readonly subscription: readonly [string, number];

  constructor(
    private readonly claim: Claim,
    readonly now: Date,
  ) {
    this.subscription = [claim.ref.tenantId, claim.ref.subscriptionId];
  }

  /** Answers one row when the lease was still ours and the result counts, none otherwise. */
  settleDelivery(settlement: Settlement, attempt: RecordedAttempt | null): Query {
    const { ref, leaseToken } = this.claim;
    const finishedAt = settlement.status === 'pending' ? null : this.now;
    return query(SETTLE, [
      ...[ref.tenantId, ref.deliveryId, leaseToken],
      ...[settlement.status, settlement.roundFailures, settlement.dueAt, finishedAt],
      ...[attempt !== null, this.claim.attempt, attempt?.outcome, attempt?.statusCode],
      ...[attempt?.response, attempt?.startedAt, attempt?.durationMs],
    ]);
  }

  /** @param durationMs how long the receiver took, milliseconds */
  subscriptionSucceeded(durationMs: number): Query {
    const pace = paceOf(durationMs);
    return query(SUCCEEDED, [...this.subscription, this.now, pace === 'unremarkable' ? null : pace === 'slow']);
  }

  lockSubscription(): Query {
    return query(LOCK, this.subscription);
  }

  subscriptionFailed(run: { readonly failures: number; readonly since: Date | null; readonly reason: string }): Query {
    return query(FAILED, [...this.subscription, this.now, run.reason, run.failures, run.since]);
  }

  disable(reason: DisabledReason): Query {
    return query(DISABLE, [...this.subscription, reason, this.now]);
  }

  /** The subscription's deliveries that have been due longest, as many as it has slots. */
  nextDue(): Query {
    return query(NEXT_DUE, [...this.subscription, this.now]);
  }
}
