import { Field, ListQuery, Parameter } from '../../../platform/http';
import { DELIVERY_STATUSES, type DeliveryStatus, REDELIVERABLE } from '../domain/delivery-lifecycle';

export class DeliveryListQuery extends ListQuery({ sortable: ['created_at'] }) {
  @Parameter.someOf(DELIVERY_STATUSES, { description: 'Deliveries of this status.', example: 'failed' })
  status?: DeliveryStatus[];

  @Parameter.text({
    description: 'Only deliveries of events that the request with this X-Request-Id caused.',
    example: '5f1c2a9e-8d0b-4c53-9d3f-6f6f0f6a7c11',
    max: 128,
  })
  request_id?: string;
}

export class BulkRedeliverIn {
  @Field.timestamp({ description: 'Deliveries of events from this instant on.' }) since: string;
  @Field.timestamp({ optional: true, description: 'And before this one; now, when left out.' }) until?: string;

  @Field.oneOf(REDELIVERABLE, { optional: true, description: 'Those of this status; failed, when left out.' })
  status?: DeliveryStatus;
}
