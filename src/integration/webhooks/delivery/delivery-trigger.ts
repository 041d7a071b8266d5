import type { TenantId } from '../../../common/records/ids';

/**
 * Each lane is a Bull queue with a separate number of worker slots. First attempts of healthy subscriptions use the
 * prompt lane. Retries, and all deliveries of a subscription whose latest attempt failed or was slow, use the patient
 * lane, so that slow receivers never block the prompt lane.
 */
export type Lane = 'prompt' | 'patient';

export const LANES: readonly Lane[] = ['prompt', 'patient'];

/** The ids of a delivery. Queues carry nothing else. */
export interface DeliveryRef {
  readonly tenantId: TenantId;
  readonly subscriptionId: number;
  readonly deliveryId: number;
}

/** A delivery that may be attempted now. */
export interface Offer {
  readonly ref: DeliveryRef;
  readonly lane: Lane;
  /** The delivery was offered before. Its job needs a new id, because Bull ignores a job with a known id. */
  readonly isRenewed?: boolean;
}

/** Requests attempts now. Only a hint: the sweep finds lost offers, and the lease prevents double attempts. */
export abstract class DeliveryTrigger {
  /** @returns whether the offers were accepted; never throws */
  abstract offer(offers: readonly Offer[]): Promise<boolean>;
}
