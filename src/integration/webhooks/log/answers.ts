import { Out } from '../../../platform/http';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../domain/delivery-lifecycle';

export class AttemptResponse {
  @Out.integer({ description: 'The number of the attempt, from 1: X-Service-Attempt.', example: 1 }) number: number;
  @Out.text({
    description:
      'SUCCESS or a failure class. INTERRUPTED: the worker ended without a result. RESTORED: the database ' +
      'was restored, so the delivery may have been sent before.',
    example: 'HTTP_500',
  })
  outcome: string;
  @Out.integer({ nullable: true, example: 500 }) status_code: number | null;
  @Out.text({ nullable: true, description: 'The beginning of the response body, at most 4 KiB.' }) response:
    string | null;
  @Out.timestamp() started_at: string;
  @Out.integer({ nullable: true, description: 'Null if the attempt ended without a result.', example: 120 })
  duration_ms: number | null;
}

export class DeliveryResponse {
  @Out.id({ description: 'X-Service-Delivery.' }) id: number;
  @Out.uuid({ description: 'The id in the body.' }) event_id: string;
  @Out.text({ example: 'purchase_order.approved' }) event: string;

  @Out.text({
    nullable: true,
    description: 'The X-Request-Id of the request that caused the event; null if no request did.',
    example: '5f1c2a9e-8d0b-4c53-9d3f-6f6f0f6a7c11',
  })
  request_id: string | null;

  @Out.oneOf(DELIVERY_STATUSES) status: DeliveryStatus;
  @Out.list(() => AttemptResponse) attempts: readonly AttemptResponse[];
  @Out.timestamp({ nullable: true, description: 'When the next attempt is due.' }) next_attempt_at: string | null;
  @Out.timestamp() created_at: string;
  @Out.timestamp({ nullable: true }) finished_at: string | null;
}

export class BulkRedeliveredResponse {
  @Out.integer({ description: 'Number of deliveries sent again, at most 10,000.', example: 12 }) count: number;
}
