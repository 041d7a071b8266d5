import type { TenantId } from '../../../common/records/ids';

/**
 * Each lane is a Bull queue with workers' places of its own. First attempts of healthy subscriptions take the prompt lane;
 * retries, and everything of a subscription whose latest attempt failed or was slow, take the patient one. However many
 * receivers hang, the prompt lane stays free.
 */
export type Lane = 'prompt' | 'patient';

export const LANES: readonly Lane[] = ['prompt', 'patient'];

/** The ids of a delivery: a queue carries nothing else. */
export interface DeliveryRef {
  readonly tenantId: TenantId;
  readonly subscriptionId: number;
  readonly deliveryId: number;
}

/** A delivery that may be attempted now. */
export interface Offer {
  readonly ref: DeliveryRef;
  readonly lane: Lane;
  /** It was offered before: its job gets a new id, because Bull drops a job whose id it knows. */
  readonly isRenewed?: boolean;
}

/** Asks workers to attempt deliveries now. Only a hint: the sweep finds lost offers, the lease stops double attempts. */
export abstract class DeliveryTrigger {
  /** @returns whether the offers were taken; never throws */
  abstract offer(offers: readonly Offer[]): Promise<boolean>;
}
