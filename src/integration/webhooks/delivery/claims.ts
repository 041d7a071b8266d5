import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Clock } from '../../../common/clock';
import type { EventName } from '../../../common/events';
import { ENVIRONMENT, type Environment } from '../../../platform/config';
import { query, UnitOfWork } from '../../../platform/database';
import { FREE_INTERRUPTIONS, leaseMilliseconds, RETRY_SLOTS, SUBSCRIPTION_SLOTS } from '../domain/limits';
import { activeSecrets, type SealedSecrets } from './sealed-secrets';
import { CLAIM } from './deliveries.sql';
import type { DeliveryRef, Lane } from './delivery-trigger';

/** A delivery that only this worker may attempt until its lease ends. */
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
  /** Earlier attempts crashed their worker (a poison message). This attempt is skipped and counts as failed. */
  readonly isPoison: boolean;
  readonly isRedelivery: boolean;
  /** The trace of the request that caused the event. */
  readonly traceparent: string | null;
}

/**
 * `nothing`: another worker has the lease, the delivery is not due, or its subscription has no free slot. `wrong lane`:
 * the subscription is struggling, so the delivery belongs to the patient lane.
 */
type ClaimAnswer = { readonly kind: 'claimed'; readonly claim: Claim } | { readonly kind: 'nothing' | 'wrong lane' };

// Locks the subscription, so that the second of two concurrent claims counts the lease of the first. The commit is
// asynchronous: settling the attempt commits to disk, and a claim lost in a PostgreSQL crash only repeats the attempt.
const SUBSCRIPTION = `
  SELECT url, sealed_secret AS "sealedSecret", previous_sealed_secret AS "previousSealedSecret",
         previous_secret_until AS "previousSecretUntil", struggling, is_active AND deleted_at IS NULL AS is_open,
         set_config('synchronous_commit', 'off', true)
    FROM webhook_subscriptions WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE`;

interface SubscriptionRow extends SealedSecrets {
  readonly url: string;
  readonly struggling: boolean;
  readonly is_open: boolean;
}

interface ClaimRow extends Pick<
  Claim,
  'event' | 'eventId' | 'eventAt' | 'body' | 'attempt' | 'roundFailures' | 'isRedelivery' | 'traceparent'
> {
  readonly id: number;
  readonly interruptions: number;
  readonly wasInterrupted: boolean;
}

/** Leases due deliveries to this worker. A subscription never has more leases than it has slots. */
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

  /** Leases a delivery in one round trip if it is due and its subscription has a free slot. */
  async claim(ref: DeliveryRef, lane: Lane): Promise<ClaimAnswer> {
    const now = this.clock.now();
    const lease = { token: randomUUID(), until: new Date(now.getTime() + this.lease) };
    const { tenantId, subscriptionId, deliveryId } = ref;
    const [[subscription], [row]] = await this.unitOfWork.write<[SubscriptionRow, ClaimRow]>(
      tenantId,
      query(SUBSCRIPTION, [tenantId, subscriptionId]),
      query(CLAIM, [
        ...[tenantId, subscriptionId, deliveryId, now, lease.token, lease.until],
        ...[lane === 'patient', SUBSCRIPTION_SLOTS, RETRY_SLOTS, this.lease / 1000],
      ]),
    );
    if (row && subscription?.is_open) {
      const { id: _id, interruptions, wasInterrupted, ...delivery } = row;
      const claim = {
        ...delivery,
        ref,
        leaseToken: lease.token,
        leaseUntil: lease.until,
        url: subscription.url,
        sealedSecrets: activeSecrets(subscription, now),
        isPoison: wasInterrupted && interruptions > FREE_INTERRUPTIONS,
      };
      return { kind: 'claimed', claim };
    }
    const isElsewhere = !row && subscription?.struggling === true && lane === 'prompt';
    return { kind: isElsewhere ? 'wrong lane' : 'nothing' };
  }
}
