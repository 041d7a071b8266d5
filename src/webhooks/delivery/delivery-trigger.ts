/**
 * Where an attempt is made. First attempts of healthy subscriptions take the prompt lane; retries, and everything of a
 * subscription whose latest attempt failed or was slow, the patient one: however many receivers hang, the prompt lane
 * stays free.
 */
export type Lane = 'prompt' | 'patient';

export const LANES: readonly Lane[] = ['prompt', 'patient'];

/** Which delivery; nothing more ever goes through a queue. */
export interface DeliveryRef {
  readonly tenantId: string;
  readonly subscriptionId: number;
  readonly deliveryId: number;
}

/** A delivery that may be attempted now. */
export interface Offer {
  readonly ref: DeliveryRef;
  readonly lane: Lane;
  /** It has been offered before, and may have been turned away a moment ago: this offer must not pass for that one. */
  readonly isRenewed?: boolean;
}

/**
 * Says "attempt these now" to whoever makes attempts. Only a hint: what is lost on the way is found again by the
 * sweep, what is said twice is attempted once.
 */
export abstract class DeliveryTrigger {
  /** @returns whether the offers were taken; never throws */
  abstract offer(offers: readonly Offer[]): Promise<boolean>;
}

/** For a process that makes no attempts and has no queue, as a command of the operator's: a worker's sweep finds them. */
export class NoTrigger extends DeliveryTrigger {
  async offer(): Promise<boolean> {
    return Promise.resolve(false);
  }
}

/** Offers to one trigger, and to another what the first could not take. */
export class FallbackTrigger extends DeliveryTrigger {
  constructor(
    private readonly first: DeliveryTrigger,
    private readonly second: DeliveryTrigger,
  ) {
    super();
  }

  async offer(offers: readonly Offer[]): Promise<boolean> {
    return (await this.first.offer(offers)) || this.second.offer(offers);
  }
}
