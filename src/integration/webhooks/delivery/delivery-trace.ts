import type { SpanOptions } from '../../../platform/tracing';
import type { Claim } from './claims';

/** How old an event may be for its delivery to be part of its request's trace, milliseconds: backends wait no longer for a trace. */
const PART_OF_TRACE_MILLISECONDS = 10 * 60_000;

/**
 * The trace that a delivery comes from. Its first attempt, some minutes after the event at the latest, goes on with the trace of the
 * request; a retry, a redelivery and what has waited for long have traces of their own, which link to that one.
 */
export function originOf(
  claim: Claim,
  now: Date,
): { readonly traceparent: string | null; readonly continues: boolean } {
  const { traceparent, attempt, isRedelivery, eventAt } = claim;
  const isSoon = now.getTime() - eventAt.getTime() < PART_OF_TRACE_MILLISECONDS;
  return { traceparent, continues: attempt === 1 && !isRedelivery && isSoon };
}

/** The span of an attempt, from the claim to the recorded result. */
export function spanOf({ ref, event, eventId, attempt }: Claim): SpanOptions {
  return {
    name: `deliver ${event}`,
    kind: 'consumer',
    attributes: {
      'webhook.event': event,
      'webhook.event_id': eventId,
      'webhook.id': ref.subscriptionId,
      'webhook.delivery_id': ref.deliveryId,
      'webhook.attempt': attempt,
    },
  };
}
