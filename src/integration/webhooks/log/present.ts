import type { DeliveryResponse } from './answers';
import type { DeliveryRecord } from './deliveries.queries';

export function toDeliveryResponse(delivery: DeliveryRecord): DeliveryResponse {
  const { id, event_id, event, request_id, status } = delivery;
  return {
    id,
    event_id,
    event,
    request_id,
    status,
    attempts: (delivery.attempts ?? []).map((attempt) => ({
      ...attempt,
      started_at: new Date(attempt.started_at).toISOString(),
    })),
    next_attempt_at: delivery.due_at?.toISOString() ?? null,
    created_at: delivery.created_at.toISOString(),
    finished_at: delivery.finished_at?.toISOString() ?? null,
  };
}
