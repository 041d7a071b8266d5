import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Clock } from '../../common/clock';
import type { EventName } from '../../common/events';
import { ENVIRONMENT, type Environment } from '../../config';
import { UnitOfWork, type Transaction } from '../../database';
import { FREE_INTERRUPTIONS, leaseMilliseconds, RETRY_SLOTS, SUBSCRIPTION_SLOTS } from '../domain/limits';
import type { DeliveryRef, Lane } from '../queue/delivery-trigger';

/** A delivery whose next attempt is ours to make until the lease ends. */
export interface Claim {
  readonly ref: DeliveryRef;
  readonly leaseToken: string;
  readonly leaseUntil: Date;
  readonly url: string;
  /** Newest first; two while a secret rotates. */
  readonly sealedSecrets: readonly [string, ...string[]];
  readonly event: EventName;
  readonly eventId: string;
  readonly eventAt: Date;
  readonly body: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  readonly roundFailures: number;
  /** Attempt after attempt of it ends with the process that makes it: this one is not made, but counted as failed. */
  readonly isPoison: boolean;
  readonly isRedelivery: boolean;
}

/** What asking for a delivery came to. `nothing`: another has it, it is not due, or its subscription has no slot. */
export type ClaimAnswer =
  { readonly kind: 'claimed'; readonly claim: Claim } | { readonly kind: 'nothing' | 'wrong lane' };

// Locks the subscription: of two claims beside each other the second counts the first one's lease. Nobody waits for the
// disk: whatever settles the attempt does, and a claim that a crash of PostgreSQL forgets is an attempt made again.
const SUBSCRIPTION = `
  SELECT url, sealed_secret, previous_sealed_secret, previous_secret_until, struggling,
         is_active AND deleted_at IS NULL AS is_open, set_config('synchronous_commit', 'off', true)
    FROM webhook_subscriptions WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE`;

const CLAIM = `
  WITH leased AS (
    SELECT count(*) AS total, count(*) FILTER (WHERE round_failures > 0) AS retries FROM webhook_deliveries
     WHERE tenant_id = $1 AND subscription_id = $2 AND lease_token IS NOT NULL AND due_at > $4
  ), due AS (
    SELECT id, lease_token IS NOT NULL AS was_interrupted, due_at AS lease_ended FROM webhook_deliveries
     WHERE tenant_id = $1 AND id = $3 AND status = 'pending' AND due_at <= $4 FOR UPDATE SKIP LOCKED
  )
  UPDATE webhook_deliveries d
     SET lease_token = $5, due_at = $6, attempts = d.attempts + 1, interruptions = d.interruptions + due.was_interrupted::integer
    FROM due, leased, events e, webhook_subscriptions s
   WHERE d.tenant_id = $1 AND d.id = due.id AND e.tenant_id = d.tenant_id AND e.id = d.event_id
     AND s.tenant_id = d.tenant_id AND s.id = d.subscription_id AND (s.is_active IS FALSE OR NOT s.struggling OR $7)
     AND leased.total < $8 AND (d.round_failures = 0 OR leased.retries < $9)
  RETURNING d.attempts, d.round_failures, d.interruptions, d.is_redelivery, due.was_interrupted, due.lease_ended,
            e.event_id, e.name, e.body, e.created_at`;

const CANCEL = `
  UPDATE webhook_deliveries SET status = 'cancelled', due_at = NULL, lease_token = NULL, attempts = attempts - 1, finished_at = $3
   WHERE tenant_id = $1 AND id = $2`;

const RECORD_INTERRUPTION = `
  INSERT INTO webhook_attempts (tenant_id, delivery_id, number, outcome, started_at) VALUES ($1, $2, $3, 'INTERRUPTED', $4)`;

interface SubscriptionRow {
  readonly url: string;
  readonly sealed_secret: string;
  readonly previous_sealed_secret: string | null;
  readonly previous_secret_until: Date | null;
  readonly struggling: boolean;
  readonly is_open: boolean;
}

interface ClaimRow {
  readonly attempts: number;
  readonly round_failures: number;
  readonly interruptions: number;
  readonly is_redelivery: boolean;
  readonly was_interrupted: boolean;
  readonly lease_ended: Date;
  readonly event_id: string;
  readonly name: EventName;
  readonly body: string;
  readonly created_at: Date;
}

/** Takes deliveries that are due, each under a lease, never more of a subscription than it has slots. */
@Injectable()
export class Claims {
  /** Milliseconds. */
  private readonly lease: number;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'WEBHOOK_TIMEOUT_MS'>,
  ) {
    this.lease = leaseMilliseconds(environment.WEBHOOK_TIMEOUT_MS);
  }

  async claim(ref: DeliveryRef, lane: Lane): Promise<ClaimAnswer> {
    const now = this.clock.now();
    const lease = { token: randomUUID(), until: new Date(now.getTime() + this.lease) };
    const { tenantId, subscriptionId, deliveryId } = ref;
    return this.unitOfWork.run(tenantId, async (tx) => {
      const [[subscription], [row]] = await Promise.all([
        tx.query<SubscriptionRow>(SUBSCRIPTION, [tenantId, subscriptionId]),
        tx.query<ClaimRow>(CLAIM, [
          ...[tenantId, subscriptionId, deliveryId, now, lease.token, lease.until],
          ...[lane === 'patient', SUBSCRIPTION_SLOTS, RETRY_SLOTS],
        ]),
      ]);
      if (!subscription) return { kind: 'nothing' };
      if (!row) return { kind: subscription.struggling && lane === 'prompt' ? 'wrong lane' : 'nothing' };
      if (row.was_interrupted) await this.recordInterruption(tx, deliveryId, row);
      if (!subscription.is_open) {
        await tx.query(CANCEL, [tenantId, deliveryId, now]);
        return { kind: 'nothing' };
      }
      return { kind: 'claimed', claim: claimOf(ref, lease, subscription, row, now) };
    });
  }

  private async recordInterruption(tx: Transaction, deliveryId: number, row: ClaimRow): Promise<void> {
    const startedAt = new Date(row.lease_ended.getTime() - this.lease);
    await tx.query(RECORD_INTERRUPTION, [tx.tenantId, deliveryId, row.attempts - 1, startedAt]);
  }
}

function claimOf(
  ref: DeliveryRef,
  lease: { readonly token: string; readonly until: Date },
  subscription: SubscriptionRow,
  row: ClaimRow,
  now: Date,
): Claim {
  const { previous_sealed_secret: previous, previous_secret_until: until } = subscription;
  const stillSigns = previous !== null && until !== null && until > now;
  return {
    ref,
    leaseToken: lease.token,
    leaseUntil: lease.until,
    url: subscription.url,
    sealedSecrets: stillSigns ? [subscription.sealed_secret, previous] : [subscription.sealed_secret],
    event: row.name,
    eventId: row.event_id,
    eventAt: row.created_at,
    body: row.body,
    attempt: row.attempts,
    roundFailures: row.round_failures,
    isPoison: row.was_interrupted && row.interruptions > FREE_INTERRUPTIONS,
    isRedelivery: row.is_redelivery,
  };
}
